import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import { ofKey } from '../../lib/memo/of-key';
import type { AwaitedEvent } from '../../words/awaited-events';
import type { Decision } from '../../words/decisions';
import type { Reason, ReasonCode } from '../../words/reasons';

/** Pods of one VPA that share decision, reasons and what they wait for. */
export interface PlannedGroup {
  readonly key: string;
  /** Undefined for the one group of a VPA without pods. */
  readonly decision: Decision | undefined;
  readonly codes: readonly ReasonCode[];
  readonly pods: readonly PodPlan[];
  /** What all of the pods wait for. */
  readonly awaits: readonly AwaitedEvent[];
  /** Their names in lower case, to search. */
  readonly names: string;
  /** The times that pods wait for, if they do. */
  readonly timesMs: readonly number[];
}

/** Earliest action first. */
const ORDER: readonly Decision[] = ['evict', 'resize', 'wait', 'leave'];

const NO_PODS: readonly PlannedGroup[] = [
  { key: '', decision: undefined, codes: [], pods: [], names: '', awaits: [], timesMs: [] },
];

/**
 * The pods of a VPA that have not ended, grouped if alike: actions first, otherwise in the plan's order. A
 * VPA without pods has one group without pods.
 */
export function groupsOf(plan: VpaPlan): readonly PlannedGroup[] {
  const pods = plan.pods.filter(({ reasons }) => !reasons.some(({ code }) => code === 'pod-finished'));
  return pods.length > 0 ? groupPods(pods) : NO_PODS;
}

function groupPods(pods: readonly PodPlan[]): PlannedGroup[] {
  const groups = new Map<string, PodPlan[]>();
  for (const pod of pods) {
    const key = [pod.decision, ...pod.reasons.map(keyOf), ...pod.awaits].join(' ');
    ofKey(groups, key, () => []).push(pod);
  }
  return [...groups]
    .map(([key, members]) => ({
      key,
      decision: members[0]?.decision,
      codes: [...new Set(members[0]?.reasons.map(({ code }) => code))],
      pods: members,
      names: members.map(({ name }) => name.toLowerCase()).join(' '),
      awaits: members[0]?.awaits ?? [],
      timesMs: timesOf(members),
    }))
    .sort((a, b) => actsAt(a) - actsAt(b));
}

/** Pods of a PodGroup may be those of several other VPAs, which are told apart. */
function keyOf(reason: Reason): string {
  return reason.code === 'other-vpa-acts' ? `${reason.code} ${reason.vpa}` : reason.code;
}

/** The position of a group in the order of actions; one without pods comes last. */
export function actsAt({ decision }: PlannedGroup): number {
  return placeOfDecision(decision);
}

/** The position of a decision in the order of actions; without one it is the last. */
export function placeOfDecision(decision: Decision | undefined): number {
  return decision === undefined ? ORDER.length : ORDER.indexOf(decision);
}

function timesOf(pods: readonly PodPlan[]): number[] {
  return pods.flatMap(({ notBeforeMs }) => notBeforeMs ?? []);
}

/** The earliest time any pod of the groups may go. */
export function earliestOf(groups: readonly PlannedGroup[]): number | undefined {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { timesMs } of groups) for (const timeMs of timesMs) if (timeMs < earliest) earliest = timeMs;
  return earliest === Number.POSITIVE_INFINITY ? undefined : earliest;
}

/** The group with the pods that `keep` accepts: itself if all, undefined if none. */
export function narrowed(group: PlannedGroup, keep: (pod: PodPlan) => boolean): PlannedGroup | undefined {
  const pods = group.pods.filter(keep);
  if (pods.length === group.pods.length) return group;
  return pods.length > 0 ? { ...group, pods, timesMs: timesOf(pods) } : undefined;
}
