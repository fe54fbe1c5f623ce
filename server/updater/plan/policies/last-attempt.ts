import { plainRestraint } from '../policy';

/** What failed is tried again after a pause that grows. */
export const lastAttempt = plainRestraint('last-attempt', ({ facts, workload }, { nowMs }) => {
  const failure = workload.failures.get(facts.uid);
  if (!failure || nowMs >= failure.retryAtMs) return undefined;
  const { message, attempts, atMs, retryAtMs } = failure;
  return { kind: 'hold', reason: { code: 'action-failed', message, attempts, atMs }, untilMs: retryAtMs };
});
