import type { PodPlan } from '@/server/updater/plan/plan-types';
import type { Decision } from '@/server/words/decisions';
import type { Reason } from '@/server/words/reasons';

/** Pods of one VPA that share decision and reasons, so that a hundred alike are one line. */
export interface PodGroup {
  key: string;
  decision: Decision;
  reasons: Reason[];
  pods: PodPlan[];
  /** The earliest moment any of them may go on. */
  notBeforeMs?: number;
}

/** What acts first comes first. */
export const ORDER: readonly Decision[] = ['evict', 'resize', 'wait', 'leave'];

function earliest(pods: readonly PodPlan[]): number | undefined {
  const times = pods.map((pod) => pod.notBeforeMs).filter((time) => time !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** What acts first comes first; otherwise the plan's own order stays. */
export function groupPods(pods: readonly PodPlan[]): PodGroup[] {
  const groups = new Map<string, PodPlan[]>();
  for (const pod of pods) {
    const key = [pod.decision, ...pod.reasons.map((reason) => reason.code), ...pod.awaits].join(' ');
    const group = groups.get(key);
    if (group) group.push(pod);
    else groups.set(key, [pod]);
  }
  return [...groups]
    .flatMap(([key, members]) => {
      const [first] = members;
      return first
        ? [
            {
              key,
              decision: first.decision,
              reasons: first.reasons,
              pods: members,
              notBeforeMs: earliest(members),
            },
          ]
        : [];
    })
    .sort((a, b) => ORDER.indexOf(a.decision) - ORDER.indexOf(b.decision));
}

/** How many pods of a VPA come under each decision. */
export function decisionCounts(pods: readonly PodPlan[]): Record<Decision, number> {
  const counts: Record<Decision, number> = { evict: 0, resize: 0, wait: 0, leave: 0 };
  for (const pod of pods) counts[pod.decision]++;
  return counts;
}
