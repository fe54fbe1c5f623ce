import type { Amounts } from '../../objects/units';
import type { AwaitedEvent } from '../../words/awaited-events';
import type { Decision } from '../../words/decisions';
import type { ObjectFault } from '../../words/object-fault';
import type { Reason } from '../../words/reasons';
import type { HeldMode } from '../pods/mode-before-stop';

/** How much a pod needs a change: pods that grow come first, then the larger difference. */
export interface Priority {
  outsideRecommendedRange: boolean;
  scaleUp: boolean;
  /** Σ over resources |requested − recommended| / requested. */
  resourceDiff: number;
}

export interface ContainerChange {
  container: string;
  from: Amounts;
  /** Requests after the change; absent resources stay as they are. */
  to: Amounts;
  /** Limits after the change; absent resources stay as they are. */
  limits: Amounts;
  /** Limits now, of the resources whose limits change; absent if none of them has one. */
  formerLimits?: Amounts;
}

export interface PodPlan {
  name: string;
  uid: string;
  decision: Decision;
  /** Why it should change, then what holds it back; or why it is left alone. */
  reasons: Reason[];
  priority: Priority;
  /**
   * For evict, resize and wait: the changes; `withPendingChanges` adds them for pods that are only too young.
   */
  changes: readonly ContainerChange[];
  /** The earliest time a wait can end, as far as clocks tell. */
  notBeforeMs?: number;
  /** The event that must happen before a wait can end. */
  awaits: readonly AwaitedEvent[];
}

export interface VpaPlan {
  namespace: string;
  name: string;
  updateMode: string;
  /** The mode that a stop holds back, if one has set this to Off. */
  heldMode?: HeldMode;
  target: { kind: string; name: string };
  /** The VPA of the same target that acts on the pods in place of this one, which leaves them all alone. */
  overruledBy?: string;
  /** In update order: actions come first, in the order they are done. */
  pods: PodPlan[];
}

/** What the next pass will do to every pod of every VPA, and why. */
export interface Plan {
  atMs: number;
  vpas: VpaPlan[];
  /** What could not be judged and is left alone. */
  faults: readonly ObjectFault[];
}
