import { plainRestraint } from '../policy';

/** A new VPA changes no pod before its recommendation has some history; OOM kills do not wait. */
export const firstSteps = plainRestraint('first-steps', ({ way, reasons, workload }, { cluster }) => {
  const { sampledMs } = workload;
  const neededMs = cluster.settings.leastHistoryMs;
  if (way === 'unboost' || sampledMs === undefined || sampledMs >= neededMs) return undefined;
  if (reasons.some((reason) => reason.code === 'oom-killed')) return undefined;
  return {
    kind: 'hold',
    reason: { code: 'low-confidence', sampledMs, neededMs },
    awaits: 'samples-gathered',
  };
});
