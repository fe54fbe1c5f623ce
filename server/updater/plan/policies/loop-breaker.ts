import type { Restraint } from '../policy';

/**
 * Replacements without the target prove that evicting changes nothing. After `limit` of them a VPA evicts no
 * more; until one has the target, no more evictions are outstanding than misses are left.
 */
export const loopBreaker: Restraint<{ chosen: number }> = {
  name: 'loop-breaker',
  isForRunning: true,
  begin: () => ({ chosen: 0 }),
  review({ way, workload }, { cluster }, { chosen }) {
    const limit = cluster.settings.loopBreakerMisses;
    if (way !== 'evict' || limit === 0) return undefined;
    const { misses, outstanding, isVerified, lastMissMs } = workload.loop;
    if (misses >= limit)
      return {
        kind: 'hold',
        reason: { code: 'loop-broken', misses, limit, sinceMs: lastMissMs },
        awaits: 'something-changed',
      };
    if (isVerified || misses + outstanding + chosen < limit) return undefined;
    return {
      kind: 'hold',
      reason: { code: 'awaiting-verification', outstanding: outstanding + chosen, misses, limit },
      awaits: 'replacement-seen',
    };
  },
  choose({ way }, tally) {
    if (way === 'evict') tally.chosen++;
  },
};
