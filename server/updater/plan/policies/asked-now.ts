import { askedNowUntil } from '../../../features/apply-now/asked-now';
import type { Trigger } from '../policy';

/** A person asks for the change: what only asks for patience counts no more, all other limits do. */
export const askedNow: Trigger = {
  name: 'asked-now',
  review({ workload: { vpa }, priority, breaches }, { nowMs, cluster }) {
    const isWorthIt = breaches.length > 0 || priority.resourceDiff >= cluster.settings.podUpdateThreshold;
    const untilMs = isWorthIt ? askedNowUntil(vpa.vpa, nowMs) : undefined;
    return untilMs === undefined
      ? []
      : [{ kind: 'change', reason: { code: 'asked-for-now', untilMs }, untilMs }];
  },
};
