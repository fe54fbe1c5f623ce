import { askedNowUntil } from '../../features/apply-now/asked-now';
import type { Trigger } from '../policy';

/** A person asks for the change: the age of requests counts no more. All other limits do, so nothing is done over and over. */
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
