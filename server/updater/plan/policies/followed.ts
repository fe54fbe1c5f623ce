import { plainRestraint } from '../policy';

/** Whoever cannot see what happens does nothing: more pods may be away by now than seem to be. */
export const followed = plainRestraint('followed', (_proposal, { cluster: { unfollowed } }) =>
  unfollowed === undefined
    ? undefined
    : { kind: 'hold', reason: { code: 'cluster-unfollowed', kinds: unfollowed }, awaits: 'cluster-followed' },
);
