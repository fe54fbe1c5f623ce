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
 * back without what would be lowered, so what it is short of need not wait.
 */
export const firstLowering = plainRestraint('first-lowering', (proposal, { cluster }) => {
  const { way, facts, reasons, workload, changes, breaches } = proposal;
  const { sampledMs } = workload;
  const { leastHistoryToLowerMs: neededMs, resourcesApart } = cluster.settings;
  if (way === 'unboost' || sampledMs === undefined || sampledMs >= neededMs || !facts.isScheduled)
    return undefined;
  const moves = movesOf(facts, changes);
  if (!moves.some(({ lowers }) => lowers)) return undefined;
  if (way === 'resize' || !moves.some(({ lowers }) => !lowers)) {
    if (isUrgent(reasons)) return undefined;
  } else if (!resourcesApart || facts.podLevel) {
    const isShort = breaches.some(({ request, lowerBound }) => (request ?? Infinity) < (lowerBound ?? 0));
    if (isShort || isUrgent(reasons)) return undefined;
  }
  return {
    kind: 'hold',
    reason: { code: 'too-early-to-lower', sampledMs, neededMs },
    awaits: 'samples-gathered',
  };
});
