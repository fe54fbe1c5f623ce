import { movesOf } from '../part-of-change';
import { plainRestraint } from '../policy';
import { cannotWait, isUrgent } from './urgent';

/**
 * A new VPA changes no pod before its recommendation has some history; OOM kills, pods without a node and what is
 * raised in place from below its lower bound do not wait.
 */
export const firstSteps = plainRestraint('first-steps', (proposal, scope) => {
  const { way, facts, workload } = proposal;
  const { sampledMs } = workload;
  const neededMs = scope.cluster.settings.leastHistoryMs;
  if (way === 'unboost' || sampledMs === undefined || sampledMs >= neededMs || !facts.isScheduled)
    return undefined;
  if (cannotWait(proposal, scope)) return undefined;
  return {
    kind: 'hold',
    reason: { code: 'low-confidence', sampledMs, neededMs },
    awaits: 'samples-gathered',
  };
});

/**
 * Nothing is lowered before there is a day of usage, which has hours of more and of less. A pod that is evicted comes
 * back with the whole target, so it waits unless it also is short of something.
 */
export const firstLowering = plainRestraint('first-lowering', (proposal, { cluster }) => {
  const { way, facts, reasons, workload, changes, breaches } = proposal;
  const { sampledMs } = workload;
  const neededMs = cluster.settings.leastHistoryToLowerMs;
  if (way === 'unboost' || sampledMs === undefined || sampledMs >= neededMs || !facts.isScheduled)
    return undefined;
  if (isUrgent(reasons) || !movesOf(facts, changes).some(({ lowers }) => lowers)) return undefined;
  const isShort = breaches.some(({ request, lowerBound }) => (request ?? Infinity) < (lowerBound ?? 0));
  if (way === 'evict' && isShort) return undefined;
  return {
    kind: 'hold',
    reason: { code: 'too-early-to-lower', sampledMs, neededMs },
    awaits: 'samples-gathered',
  };
});
