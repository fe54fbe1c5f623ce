import { SIGNALS } from '../../model/signals';
import type { Resource } from '../../model/units';
import { wholeAmountOf } from '../amounts';
import type { SeasonView } from '../evidence';
import type { OpenSlot } from './open-slot';
import type { SeasonalParameters } from './parameters';
import { DAY, SLOT_MS, type Slots } from './slots';

/** The period under way, and as many before it. */
const PAST_PHASES = 3;

/** Past periods laid over one another; days while no period is found. */
export function seasonView(
  resource: Resource,
  slots: Slots,
  { open, nowMs }: { open: OpenSlot; nowMs: number },
  { horizonMs, periods, cpuPercentile, strength }: SeasonalParameters,
): SeasonView {
  const amount = (usage: number) => wholeAmountOf(resource, usage);
  const now = Math.floor(nowMs / SLOT_MS);
  const length = slots.season?.period ?? DAY;
  const last = Math.floor((nowMs + horizonMs) / SLOT_MS);
  const coming = slots.highestInPhase(now, last, periods);
  const bucket = open.bucketOf(resource, cpuPercentile);
  const used = [
    slots.usageIn(slots.newest) ?? 0,
    bucket === undefined ? 0 : SIGNALS[resource].buckets.endOf(bucket),
  ];
  return {
    slotMs: SLOT_MS,
    tests: slots.tests(strength).map(({ period, ...test }) => ({ periodMs: period * SLOT_MS, ...test })),
    ...(slots.season && { periodMs: slots.season.period * SLOT_MS }),
    phaseMs: length * SLOT_MS,
    phases: phasesOf(slots, { now, length }).map(({ start, usages }) => ({
      startMs: start * SLOT_MS,
      amounts: usages.map((usage) => (usage === undefined ? null : amount(usage))),
    })),
    ...(coming !== undefined && {
      coming: { fromMs: now * SLOT_MS, toMs: (last + 1) * SLOT_MS, horizonMs, amount: amount(coming) },
    }),
    ...(slots.isEmpty ? {} : { present: amount(Math.max(...used)) }),
  };
}

/** From the oldest with a value; a period starts at 0:00 UTC of its first day. */
function phasesOf(slots: Slots, { now, length }: { now: number; length: number }) {
  const current = Math.floor(now / length) * length;
  return Array.from({ length: PAST_PHASES + 1 }, (_, index) => {
    const start = current - (PAST_PHASES - index) * length;
    const usages = Array.from({ length }, (_unused, slot) => slots.usageIn(start + slot));
    return { start, usages };
  }).filter(({ usages }) => usages.some((usage) => usage !== undefined));
}
