import type { WorkloadInput } from '../plan-input';
import { type Hold, plainRestraint } from '../policy';

export function stopHold({ stop: held }: WorkloadInput): Hold | undefined {
  return held && { kind: 'hold', reason: { code: 'stopped', ...held }, awaits: 'resume' };
}

/** A stop: nothing at all is done until someone resumes. */
export const stop = plainRestraint('stop', ({ workload }) => stopHold(workload));
