import type { Trigger } from '../policy';

/**
 * A pod that has had no room to grow where it is for as long as a deferred resize would be waited for, though another node
 * has, moves there. Nobody asked its kubelet: a deferred resize holds the room it asks for.
 */
export const capacityElsewhere: Trigger = {
  name: 'capacity-elsewhere',
  review({ facts, workload, breaches }, { nowMs, cluster }) {
    const sinceMs = workload.shortSince?.get(facts.uid);
    const { resizeDeferredTimeoutMs: longestMs } = cluster.settings;
    if (sinceMs === undefined || workload.vpa.mode !== 'InPlaceOrRecreate' || facts.resize.kind !== 'none')
      return [];
    const isShort = breaches.some(({ request, lowerBound }) => (request ?? Infinity) < (lowerBound ?? 0));
    if (!isShort) return [];
    const untilMs = sinceMs + longestMs;
    if (untilMs > nowMs) return [{ kind: 'hold', reason: { code: 'moves-for-room', untilMs }, untilMs }];
    return [{ kind: 'change', by: 'evict', reason: { code: 'no-room-here-for-long', sinceMs, longestMs } }];
  },
};
