import type { ContainerRecommendation } from '../../policy/compiled-vpa';
import type { AwaitedEvent } from '../../words/awaited-events';
import type { Reason } from '../../words/reasons';
import type { ClusterFacts, WorkloadInput } from './plan-input';
import type { ContainerChange, Priority } from './plan-types';
import type { PodFacts } from './pod-facts';
import type { Breach } from './priority';

/** One pod as the policies look at it. */
export interface Candidate {
  readonly facts: PodFacts;
  readonly workload: WorkloadInput;
  /** Capped for this pod, in parallel to its containers. */
  readonly capped: readonly (ContainerRecommendation | undefined)[];
  /** Of that what counts: not what admission never saw, what a boost raises or what another autoscaler holds. */
  readonly recommended: readonly (ContainerRecommendation | undefined)[];
  readonly priority: Priority;
  readonly breaches: readonly Breach[];
  /** Breaches on resources another autoscaler has a hand on: said, but not acted on. */
  readonly contested: readonly Breach[];
}

/** How a pod would be changed. `unboost` resizes too, but only takes a startup boost back. */
export type Way = 'evict' | 'resize' | 'unboost';

/** A candidate with what would be done to it. */
export interface Proposal extends Candidate {
  readonly way: Way;
  readonly reasons: readonly Reason[];
  readonly changes: readonly ContainerChange[];
}

/** Something holds a change back until a time, an event, or both. */
export interface Hold {
  readonly kind: 'hold';
  readonly reason: Reason;
  readonly untilMs?: number;
  readonly awaits?: AwaitedEvent;
}
export interface Leave {
  readonly kind: 'leave';
  readonly reason: Reason;
}
/** A reason to change the pod; `by` where only one way will do. */
export interface ChangeReason {
  readonly kind: 'change';
  readonly reason: Reason;
  readonly by?: Way;
}

/** What a policy may look at beside the pod. */
export interface PolicyScope {
  readonly nowMs: number;
  readonly cluster: ClusterFacts;
}

/** Says of a pod that the updater has no business with it; the first that does decides. */
export interface Exclusion {
  readonly name: string;
  review(facts: PodFacts, workload: WorkloadInput, scope: PolicyScope): Leave | undefined;
}

/** Says why a pod should change, why it need not, or what keeps it from being worth a change yet. */
export interface Trigger {
  readonly name: string;
  review(candidate: Candidate, scope: PolicyScope): readonly (ChangeReason | Hold | Leave)[];
}

/**
 * Holds a proposal back. One that counts what is done keeps its `Tally` over the pods it is asked about, in
 * update order: `review` asks whether one more may go, `choose` notes that it does.
 */
export interface Restraint<Tally = unknown> {
  readonly name: string;
  begin(workload: WorkloadInput, scope: PolicyScope, pods: readonly PodFacts[]): Tally;
  review(proposal: Proposal, scope: PolicyScope, tally: Tally): Hold | undefined;
  choose?(proposal: Proposal, tally: Tally): void;
}

/** A restraint that counts nothing. */
export function plainRestraint(
  name: string,
  review: (proposal: Proposal, scope: PolicyScope) => Hold | undefined,
): Restraint<undefined> {
  return { name, begin: () => undefined, review: (proposal, scope) => review(proposal, scope) };
}
