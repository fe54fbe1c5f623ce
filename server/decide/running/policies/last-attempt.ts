import { isAhead } from '../../../lib/time/clock';
import { plainRestraint } from '../policy';

/** A failed attempt is repeated after a growing pause. */
export const lastAttempt = plainRestraint('last-attempt', ({ facts, workload }, { nowMs }) => {
  const failure = workload.failures.get(facts.uid);
  if (!failure || nowMs >= failure.retryAtMs || isAhead(failure.atMs, nowMs)) return undefined;
  const { message, attempts, atMs, retryAtMs } = failure;
  return { kind: 'hold', reason: { code: 'action-failed', message, attempts, atMs }, untilMs: retryAtMs };
});
