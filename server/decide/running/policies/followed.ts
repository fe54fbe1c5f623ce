import { plainRestraint } from '../policy';

/** Without a working watch nothing is done: more pods may be unavailable than it seems. */
export const followed = plainRestraint('followed', (_proposal, { cluster: { unfollowed } }) =>
  unfollowed === undefined
    ? undefined
    : { kind: 'hold', reason: { code: 'cluster-unfollowed', kinds: unfollowed }, awaits: 'cluster-followed' },
);
