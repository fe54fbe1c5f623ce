import { plainRestraint } from '../policy';
import { isUrgent } from './urgent';

/** A new VPA changes no pod before its recommendation has some history; OOM kills and pods without a node do not wait. */
export const firstSteps = plainRestraint('first-steps', ({ way, facts, reasons, workload }, { cluster }) => {
  const { sampledMs } = workload;
  const neededMs = cluster.settings.leastHistoryMs;
  if (way === 'unboost' || sampledMs === undefined || sampledMs >= neededMs || !facts.isScheduled)
    return undefined;
  if (isUrgent(reasons)) return undefined;
  return {
    kind: 'hold',
    reason: { code: 'low-confidence', sampledMs, neededMs },
    awaits: 'samples-gathered',
  };
});
