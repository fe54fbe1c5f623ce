import type { PodPlan, VpaPlan } from '../../updater/plan/plan-types';
import type { Decision } from '../../words/decisions';
import type { ReasonCode } from '../../words/reasons';

/** Pods of one VPA that share decision, reasons and what they wait for. */
export interface PlannedGroup {
  readonly key: string;
  /** Undefined for the one group of a VPA without pods. */
  readonly decision: Decision | undefined;
  readonly codes: readonly ReasonCode[];
  readonly pods: readonly PodPlan[];
}

/** Soonest to act comes first. */
export const ORDER: readonly Decision[] = ['evict', 'resize', 'wait', 'leave'];

const NO_PODS: readonly PlannedGroup[] = [{ key: '', decision: undefined, codes: [], pods: [] }];
const known = new WeakMap<VpaPlan, readonly PlannedGroup[]>();

/**
 * The pods of a VPA, alike ones together: what acts first comes first, otherwise the plan's own order stays. A VPA
 * without pods has one group without pods. Kept for as long as the plan of the VPA stays the same object.
 */
export function groupsOf(plan: VpaPlan): readonly PlannedGroup[] {
  let groups = known.get(plan);
  if (!groups) {
    groups = plan.pods.length > 0 ? groupPods(plan.pods) : NO_PODS;
    known.set(plan, groups);
  }
  return groups;
}

function groupPods(pods: readonly PodPlan[]): PlannedGroup[] {
  const groups = new Map<string, PlannedGroup & { pods: PodPlan[] }>();
  for (const pod of pods) {
    const codes = pod.reasons.map(({ code }) => code);
    const key = [pod.decision, ...codes, ...pod.awaits].join(' ');
    const group = groups.get(key);
    if (group) group.pods.push(pod);
    else groups.set(key, { key, decision: pod.decision, codes: [...new Set(codes)], pods: [pod] });
  }
  return [...groups.values()].sort((a, b) => actsAt(a) - actsAt(b));
}

/** Where a group stands in the order of what acts; one without pods last. */
export function actsAt({ decision }: PlannedGroup): number {
  return decision === undefined ? ORDER.length : ORDER.indexOf(decision);
}

/** The earliest moment any of the pods may go on. */
export function earliestOf(pods: readonly PodPlan[]): number | undefined {
  let earliest: number | undefined;
  for (const { notBeforeMs } of pods)
    if (notBeforeMs !== undefined && (earliest === undefined || notBeforeMs < earliest))
      earliest = notBeforeMs;
  return earliest;
}

/** The group with those of its pods that `keep` lets through: itself when it lets all through, nothing when none. */
export function narrowed(group: PlannedGroup, keep: (pod: PodPlan) => boolean): PlannedGroup | undefined {
  const pods = group.pods.filter(keep);
  if (pods.length === group.pods.length) return group;
  return pods.length > 0 ? { ...group, pods } : undefined;
}
