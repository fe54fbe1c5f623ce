import type { ForeseenPods, ForeseenVpa, PodCounts } from '../contract/operations';
import type { ApprovalChange } from '../decide/features/approvals/judge';
import type { PodDemand } from '../decide/places/pod-need';
import type { CompiledVpa } from '../decide/pods/compiled-vpa';
import type { TriedRule } from '../decide/pods/rule-trial';
import type { StopState } from '../decide/pods/stop';
import type { HpaTrialView } from '../decide/replicas/judgement';
import type { ContainerChange } from '../decide/running/planned';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import type { HorizontalPodAutoscaler, Pod } from '../objects/types';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../objects/vpa-types';
import type { ActionRecord, ChangeRecord, JournalWriter } from '../store';
import type { AwaitedEvent } from '../words/awaited-events';
import type { Reason } from '../words/reasons';

/** Pods that wait for the same, and what holds them back. */
export interface WaitingPods {
  readonly pods: readonly string[];
  readonly reasons: readonly Reason[];
  readonly notBeforeMs?: number;
  readonly awaits: readonly AwaitedEvent[];
}

/** The names of the pods that a pass changes. */
export type TouchedPods = Readonly<Record<'evict' | 'resize', readonly string[]>>;

/** What the next pass does to the pods of a VPA, current or planned. */
export interface PodOutlook {
  readonly atMs: number;
  /** Allocatable of the nodes that no other exceeds in both resources; empty if no node is known. */
  readonly largestNodes: readonly PodDemand[];
  readonly now: PodCounts;
  /** With the VPA that would act in place of this one, if there is one. */
  under(next: CompiledVpa): Promise<{
    counts: PodCounts;
    touched: TouchedPods;
    waiting: readonly WaitingPods[];
    foreseen: readonly ForeseenPods[];
    /** What the HPA of the target makes of it, if it scales on what is changed. */
    follows?: Reason;
    overruledBy?: string;
  }>;
}

/** A change that waits for a person. */
export interface WaitingForPerson {
  readonly pods: number;
  readonly changes: readonly ApprovalChange[];
}

/** Plans pods. Only a process with the updater role has one. */
export interface PodPlanner {
  outlook(vpa: VerticalPodAutoscaler): Promise<PodOutlook>;
  /** What the first pass would do to the stopped pods if only the stops in `next` were in force. */
  onceStopsAre(next: StopState): Promise<{ pods: PodCounts; foreseen: readonly ForeseenVpa[] }>;
  /** What of a VPA waits for a person now; undefined if nothing does. */
  waitingChange(vpa: VerticalPodAutoscaler): Promise<WaitingForPerson | undefined>;
}

/** Reverts pods that were resized in place. */
export interface PodReverter {
  /** Whether a pod was resized in place and still runs, so that it can be reverted in place too. */
  isResized(pod: Pod): boolean;
  /** What it states now and would state; nothing if its template is not known. */
  changesOf(pod: Pod): readonly ContainerChange[];
  /** Resizes it back to its template, as far as a resize can; returns the outcome, for the record. */
  putBack(vpa: { namespace: string; name: string }, pod: Pod): Promise<ActionRecord>;
}

/** Reverts HPAs whose targets were rewritten to keep their thresholds. */
export interface HpaReverter {
  isRewritten(hpa: HorizontalPodAutoscaler): boolean;
  /** Writes the targets it stated before; returns the outcome, for the record. */
  putBack(
    vpa: { namespace: string; name: string },
    hpa: HorizontalPodAutoscaler,
    who: string,
  ): Promise<ChangeRecord>;
}

/** Says what an HPA would do with other rules. Only a process with the role `hpa` has one. */
export interface HpaTrial {
  /** Undefined if the HPA is unknown, or has nothing to scale. */
  trial(
    namespace: string,
    name: string,
    spec: HorizontalPodAutoscaler['spec'],
  ): Promise<HpaTrialView | undefined>;
}

/** Says what a policy would match and make. Only a process with the role `rules` has one. */
export interface RuleTrial {
  trial(policy: VerticalScalingPolicy, mostNext: number): Promise<TriedRule>;
}

export interface OperationsPorts {
  readonly store: JournalWriter;
  readonly reverter: PodReverter;
  readonly hpaReverter: HpaReverter;
  /** Undefined if the updater does not run, or not yet. */
  planner?(): PodPlanner | undefined;
  hpaTrial?(): HpaTrial | undefined;
  ruleTrial?(): RuleTrial | undefined;
  /** What the recommender of this process would recommend for a VPA; it need not run here. */
  recommend?(vpa: VerticalPodAutoscaler): RecommendedPodResources | undefined;
  /** Whether this process is the one that records what every process sees. */
  recordsForAll?(): boolean;
  /** Resolves once the authors that the process beside this one knows are known here; absent without one. */
  authorsTold?: (() => Promise<void>) | undefined;
}
