import type { BlockError } from './block-codec';
import { Coarser, readable } from './coarser';
import type { SeriesPoint } from './point';
import { rollUp } from './roll-up';
import type { SeriesStore, StoredBlock } from './series-store';
import { FINEST, TIERS, type Tier } from './tiers';

/** Hours of containers rolled up together: each is four blocks to store. */
const AT_ONCE = 25;
/** How long after its end an hour is rolled up: by then the last of its points is stored. */
const SETTLED_MS = 10 * 60_000;

/**
 * Adds some finished hours to the coarser tiers: minutes into steps of five, those into hours, those into
 * days. Doing it again changes nothing, so stopping midway loses nothing.
 * @returns how many hours of containers were added; 0 if none is left
 */
export async function rollUpSome(
  store: SeriesStore,
  nowMs: number,
  unreadable: (error: BlockError, block: StoredBlock) => void,
): Promise<number> {
  const hours = await store.unrolled(FINEST, nowMs - SETTLED_MS, AT_ONCE);
  const coarser = new Coarser(store, unreadable);
  for (const hour of hours) {
    let points: SeriesPoint[] = (await readable(hour, unreadable))?.points() ?? [];
    for (const tier of TIERS.slice(1)) {
      if (points.length === 0) break;
      const into = await coarser.of(hour, tier, hour.startMs);
      into.recommender = hour.recommender;
      for (const point of rollUp(points, tier.stepMs)) into.block.set(point);
      const stepStartMs = Math.floor(hour.startMs / coarserStepMs(tier)) * coarserStepMs(tier);
      points = into.block
        .points()
        .filter(({ atMs }) => atMs >= stepStartMs && atMs < stepStartMs + coarserStepMs(tier));
    }
  }
  await store.write([...hours.map((hour) => ({ ...hour, isRolledUp: true })), ...(await coarser.packed())]);
  return hours.length;
}

/** The step of the next tier that a change in this tier affects. */
function coarserStepMs(tier: Tier): number {
  return TIERS.find(({ number }) => number === tier.number + 1)?.stepMs ?? tier.stepMs;
}
