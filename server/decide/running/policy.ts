import type { Reason } from '../../words/reasons';
import type { ApprovalChange } from '../features/approvals/judge';
import type { Hold, Way } from '../features/feature';
import type { ContainerRecommendation } from '../pods/recommendation';
import type { ClusterFacts, WorkloadInput } from './plan-input';
import type { ContainerChange, Priority } from './planned';
import type { PodFacts } from './pod-facts';
import type { Breach } from './priority';
import type { SparedRequest } from './strain';
import type { WholePod } from './whole-pod';

export type MayBecome = (change: ApprovalChange) => number;

/** A limit over all VPAs of a pass: `review` asks whether one more may go, `choose` counts that it does. */
export interface SharedRestraint {
  readonly name: string;
  review(proposal: ProposedUpdate, scope: PolicyScope): Hold | undefined;
  choose(proposal: ProposedUpdate): void;
}

export type { Hold, Way } from '../features/feature';

/** One pod as the policies see it. */
export interface Candidate {
  readonly facts: PodFacts;
  readonly workload: WorkloadInput;
  /** Capped for this pod, in parallel to its containers. */
  readonly capped: readonly (ContainerRecommendation | undefined)[];
  /**
   * The part of that which counts: without containers admission never saw, boosted CPU and resources another
   * autoscaler controls.
   */
  readonly recommended: readonly (ContainerRecommendation | undefined)[];
  /** What the pod is to state as a whole; absent if that stays. */
  readonly wholePod?: WholePod;
  /** What of that is left out, since its container has too little already. */
  readonly spared: readonly SparedRequest[];
  readonly priority: Priority;
  readonly breaches: readonly Breach[];
  /** Breaches on resources another autoscaler controls: reported, but not acted on. */
  readonly contested: readonly Breach[];
}

/** A candidate with the proposed change. */
export interface ProposedUpdate extends Candidate {
  readonly way: Way;
  readonly reasons: readonly Reason[];
  readonly changes: readonly ContainerChange[];
}

export interface Leave {
  readonly kind: 'leave';
  readonly reason: Reason;
}
/** A reason to change the pod; `by` if only one way is possible. */
export interface ChangeReason {
  readonly kind: 'change';
  readonly reason: Reason;
  readonly by?: Way;
  /** What it does instead of bringing the target. */
  readonly changes?: readonly ContainerChange[];
  /** When it ends to be a reason, if the time alone decides that. */
  readonly untilMs?: number;
}

/** What a policy may read besides the pod. */
export interface PolicyScope {
  readonly nowMs: number;
  readonly cluster: ClusterFacts;
}

/** Says that the updater leaves a pod alone; the first that does decides. */
export interface Exclusion {
  readonly name: string;
  review(facts: PodFacts, workload: WorkloadInput, scope: PolicyScope): Leave | undefined;
}

/** Says why a pod should change, why it need not, or why it is not worth a change yet. */
export interface Trigger {
  readonly name: string;
  review(candidate: Candidate, scope: PolicyScope): readonly (ChangeReason | Hold | Leave)[];
}

/**
 * Holds a proposal back. One that counts has a `Tally` over its pods in update order: `review` asks whether
 * one more may go, `choose` counts that it does.
 */
export interface Restraint<Tally = unknown> {
  readonly name: string;
  /** It protects what runs: a pod without a node is not asked about. */
  readonly isForRunning?: true;
  /** It is asked about everything, also about what takes an earlier change back. */
  readonly isForAll?: true;
  begin(workload: WorkloadInput, scope: PolicyScope, pods: readonly PodFacts[]): Tally;
  review(proposal: ProposedUpdate, scope: PolicyScope, tally: Tally): Hold | undefined;
  choose?(proposal: ProposedUpdate, tally: Tally): void;
  /** When it may hold back what it lets through now, if the time alone decides that. */
  changesMs?(scope: PolicyScope, tally: Tally): number | undefined;
  /** What people should know of the change besides. */
  tell?(proposal: ProposedUpdate, scope: PolicyScope, tally: Tally): Reason | undefined;
}

/** A limit that counts nothing. */
export function plainRestraint(
  name: string,
  review: (proposal: ProposedUpdate, scope: PolicyScope) => Hold | undefined,
): Restraint<undefined> {
  return { name, begin: () => undefined, review: (proposal, scope) => review(proposal, scope) };
}
