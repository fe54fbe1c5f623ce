import type { Hold, Restraint, Trigger } from '../policy';
import type { SparedRequest } from '../strain';
import { isUrgent } from './urgent';

/** Usage moves by the minute, and nobody tells when. */
const LOOK_AGAIN_MS = 5 * 60_000;

function holdFor({ reason }: SparedRequest, nowMs: number): Hold {
  return reason.code !== 'under-strain'
    ? { kind: 'hold', reason, untilMs: nowMs + LOOK_AGAIN_MS }
    : { kind: 'hold', reason, awaits: 'something-changed' };
}

/** Says which requests stay though the target is lower. */
export const strained: Trigger = {
  name: 'strained',
  review: ({ spared }, { nowMs }) => spared.map((one) => holdFor(one, nowMs)),
};

/** A pod that is evicted comes back with more of its target, so it stays unless it burns. */
export const strainedPods: Restraint<undefined> = {
  name: 'strained-pods',
  begin: () => undefined,
  review: ({ spared: [first], way, reasons }, { nowMs }) =>
    first && way === 'evict' && !isUrgent(reasons) ? holdFor(first, nowMs) : undefined,
};
