import { backoffMs } from '../../../lib/time/backoff';
import type { PolicyScope, Restraint } from '../policy';
import { isUrgent } from './urgent';

const LONGEST_PAUSE_MS = 86_400_000;

/**
 * Replacements without the target prove that evicting changes nothing. After `limit` of them a VPA evicts only one pod
 * after a pause, which doubles with each further miss up to a day; until one has the target, no more evictions are
 * outstanding than misses are left. It never holds back what cannot wait.
 */
export const loopBreaker: Restraint<{ chosen: number }> = {
  name: 'loop-breaker',
  isForRunning: true,
  begin: () => ({ chosen: 0 }),
  review({ way, reasons, workload }, scope, { chosen }) {
    const { loopBreakerMisses: limit } = scope.cluster.settings;
    if (way !== 'evict' || limit === 0 || isUrgent(reasons)) return undefined;
    const { misses, isVerified, lastMissMs } = workload.loop;
    const outstanding = workload.loop.outstanding + chosen;
    if (misses >= limit) {
      const untilMs = lastMissMs + pauseMs(misses - limit, scope);
      if (scope.nowMs < untilMs)
        return {
          kind: 'hold',
          reason: { code: 'loop-broken', misses, limit, sinceMs: lastMissMs, untilMs },
          untilMs,
        };
      if (outstanding === 0) return undefined;
    } else if (isVerified || misses + outstanding < limit) return undefined;
    return {
      kind: 'hold',
      reason: { code: 'awaiting-verification', outstanding, misses, limit },
      awaits: 'replacement-seen',
    };
  },
  choose({ way }, tally) {
    if (way === 'evict') tally.chosen++;
  },
};

function pauseMs(furtherMisses: number, { cluster }: PolicyScope): number {
  const firstMs = cluster.settings.loopBreakerPauseMs;
  return backoffMs({ firstMs, longestMs: Math.max(firstMs, LONGEST_PAUSE_MS) }, furtherMisses + 1);
}
