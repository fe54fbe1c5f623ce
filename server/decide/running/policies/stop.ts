import type { WorkloadInput } from '../plan-input';
import { type Hold, plainRestraint, type Restraint } from '../policy';

export function stopHold({ stop: held }: WorkloadInput): Hold | undefined {
  return held && { kind: 'hold', reason: { code: 'stopped', ...held }, awaits: 'resume' };
}

/** A stop: nothing at all is done until someone resumes. */
export const stop: Restraint<undefined> = {
  ...plainRestraint('stop', ({ workload }) => stopHold(workload)),
  isForAll: true,
};
