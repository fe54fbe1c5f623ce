import type { HeldMode } from '../decide/pods/mode-before-stop';
import type { Amounts, Resource } from '../objects/units';
import type { LeftReason } from '../words/admission';
import type { AwaitedEvent } from '../words/awaited-events';
import type { Decision } from '../words/decisions';
import type { Uncontrolled } from '../words/pod-control';
import type { Reason } from '../words/reasons';
import type { ContainerChange } from './plan';

/**
 * What the command line shows of VPAs and pods: plain data, amounts in millicores or bytes, times in Unix
 * milliseconds.
 */

export interface StatedAmounts {
  requests: Amounts;
  limits: Amounts;
}

/** The recommendation for one container, as the status of its VPA has it. */
export interface RecommendedAmounts {
  target: Amounts;
  lowerBound: Amounts;
  upperBound: Amounts;
  /** The target before policy and node caps. */
  uncappedTarget?: Amounts;
}

/** A stop in force for a VPA. */
export interface StopReport {
  /** `all`, `namespace shop`, `shop/web` */
  scope: string;
  who: string;
  atMs: number;
  reason?: string;
}

/** A resource that a new pod keeps as it states it. */
export interface LeftToPod {
  resource: Resource;
  reason: LeftReason;
}

/** One container of the template of a VPA's target. */
export interface ContainerReport {
  name: string;
  /** A native sidecar: an init container that keeps running. */
  isSidecar?: boolean;
  /** What the template states; absent if the template is not known. */
  template?: StatedAmounts;
  recommended?: RecommendedAmounts;
  /** What a new pod would state if the VPA acted on it, in amounts that people write; absent if nothing would change. */
  next?: StatedAmounts;
  /** What would stay as the template states it, and why. */
  left: LeftToPod[];
  /** Why `next` differs from the target: `cpu capped to maxAllowed`. */
  notes: string[];
}

export interface VpaReport {
  namespace: string;
  name: string;
  mode: string;
  /** The mode that a stop holds back, if one has set this to Off. */
  heldMode?: HeldMode;
  target?: { kind: string; name: string };
  conditions: { type: string; status: string; reason?: string; message?: string }[];
  stop?: StopReport;
  /** Why the VPA, or its target, cannot be read. */
  fault?: string;
  containers: ContainerReport[];
}

/** GET /api/vpas?namespace=&page=: by namespace and name. */
export interface VpasView {
  rows: VpaReport[];
  all: number;
  page: number;
  pages: number;
}

/** A VPA that selects a pod. */
interface Candidate {
  name: string;
  mode: string;
}

export interface PodContainerReport {
  name: string;
  /** A native sidecar: an init container that keeps running. */
  isSidecar?: boolean;
  now: StatedAmounts;
  /** As capped for this pod. */
  recommended?: RecommendedAmounts;
  /** What admission would make a pod state that is made anew in its place; absent if it would change nothing. */
  newPod?: StatedAmounts;
  /** What would stay as the pod states it, and why. */
  left: LeftToPod[];
  /** Why nothing of what is recommended would apply. */
  withheld?: string;
  notes: string[];
}

/** GET /api/pods/[namespace]/[name] */
export interface PodReport {
  namespace: string;
  name: string;
  phase: string;
  node?: string;
  controller?: { kind: string; name: string };
  control: ({ kind: 'vpa' } & Candidate) | { kind: 'none'; why: Uncontrolled; detail?: string };
  /** VPAs that select the pod as well and do not act on it. */
  others: Candidate[];
  stop?: StopReport;
  containers: PodContainerReport[];
  /** What admission wrote on the pod, if it changed it. */
  admission: { updates?: string; observedContainers?: string; resizedAt?: string };
  /** What the HPAs of its controller leave to the VPA, in a sentence. */
  hpas?: string;
  /** What the updater does with it; absent if it does not know the pod, or does not run there. */
  plan?: {
    atMs: number;
    decision: Decision;
    reasons: Reason[];
    awaits: readonly AwaitedEvent[];
    notBeforeMs?: number;
    changes: readonly ContainerChange[];
  };
}
