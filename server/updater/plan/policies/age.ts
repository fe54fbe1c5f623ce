import type { ChangeReason, Hold, Trigger } from '../policy';

/** A pod within its bounds is changed once it is old enough and its requests differ enough. */
export const age: Trigger = {
  name: 'age',
  review({ facts, priority, breaches }, { nowMs, cluster }): readonly (ChangeReason | Hold)[] {
    const threshold = cluster.settings.podUpdateThreshold;
    const minimumAgeMs = cluster.settings.inRecommendationBoundsEvictionLifetimeThresholdMs;
    if (breaches.length > 0 || priority.resourceDiff < threshold) return [];
    const { startedMs } = facts;
    if (startedMs === undefined) return [];
    const evidence = { difference: priority.resourceDiff, threshold, startedMs, minimumAgeMs };
    const oldEnoughMs = startedMs + minimumAgeMs;
    if (nowMs < oldEnoughMs)
      return [{ kind: 'hold', reason: { code: 'too-young', ...evidence }, untilMs: oldEnoughMs }];
    return [{ kind: 'change', reason: { code: 'old-and-different', ...evidence } }];
  },
};
