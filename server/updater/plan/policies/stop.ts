import { plainRestraint } from '../policy';

/** Someone pressed stop: nothing at all is done until they resume. */
export const stop = plainRestraint('stop', ({ workload }) =>
  workload.stop
    ? { kind: 'hold', reason: { code: 'stopped', ...workload.stop }, awaits: 'resume' }
    : undefined,
);
