import type { ReasonCode } from '../../../words/reasons';
import type { WorkloadInput } from '../plan-input';
import type { PodFacts } from '../pod-facts';
import { plainRestraint } from '../policy';
import { cannotWait } from './urgent';

const DAY_MS = 86_400_000;

/** What brings a change that was begun to its end. */
const FINISHING: readonly ReasonCode[] = [
  'resize-infeasible',
  'resize-refused',
  'resize-deferred-too-long',
  'raise-after-lowering',
  'resize-in-progress-too-long',
];

/**
 * A pod, with those that it replaced, is changed only so often in a day: the target of a young history rises step by
 * step, and each step costs a change. What burns does not wait, and a recommender that weighs what changes cost in place
 * has a rest of its own.
 */
export const changesADay = plainRestraint('changes-a-day', (proposal, scope) => {
  const { facts, workload, way, reasons } = proposal;
  const { changesADay: most } = scope.cluster.settings;
  if (most === 0 || way === 'unboost' || !facts.isScheduled || cannotWait(proposal, scope)) return undefined;
  if (way === 'resize' && workload.restMs !== undefined) return undefined;
  if (reasons.some(({ code }) => FINISHING.includes(code))) return undefined;
  const { undone = 0, held, trial } = workload.vpa.outcome ?? {};
  // Trying and going back used up the day; the next try is made once it may be, with one pod.
  if (undone > 0 && !held && !trial) return undefined;
  const changesMs = changesOf(facts, workload, scope.nowMs - DAY_MS);
  const firstMs = changesMs.at(-most);
  const lastMs = changesMs.at(-1);
  if (firstMs === undefined || lastMs === undefined) return undefined;
  const untilMs = firstMs + DAY_MS;
  return {
    kind: 'hold',
    reason: { code: 'changed-often', times: changesMs.length, lastMs, untilMs },
    untilMs,
  };
});

/** When the pod and those that it replaced were changed since then, in order. */
function changesOf(facts: PodFacts, { loop, nodeValues, portion }: WorkloadInput, sinceMs: number): number[] {
  const times = [...facts.changesMs];
  // Pods that differ on purpose make way for changes of their own.
  if (!nodeValues && !portion)
    for (const { atMs, changesMs = [] } of loop.replaced)
      if (facts.isSuccessorOf(atMs)) times.push(atMs, ...changesMs);
  return times.filter((atMs) => atMs > sinceMs).sort((a, b) => a - b);
}
