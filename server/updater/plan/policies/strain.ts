import type { Hold, Restraint, Trigger } from '../policy';
import type { SparedRequest } from '../strain';
import { isUrgent } from './urgent';

function holdFor({ container, resource, request, target, share, by }: SparedRequest): Hold {
  return {
    kind: 'hold',
    reason: { code: 'under-strain', container, resource, request, target, share, by },
    awaits: 'something-changed',
  };
}

/** Says which requests stay though the target is lower. */
export const strained: Trigger = {
  name: 'strained',
  review: ({ spared }) => spared.map(holdFor),
};

/** A pod that is evicted comes back with the whole target, so it stays unless it burns. */
export const strainedPods: Restraint<undefined> = {
  name: 'strained-pods',
  begin: () => undefined,
  review: ({ spared: [first], way, reasons }) =>
    first && way === 'evict' && !isUrgent(reasons) ? holdFor(first) : undefined,
};
