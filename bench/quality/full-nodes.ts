import { drawsFrom } from '@/tests/support/draws-from';
import type { FamilyName } from './families';
import { SLOT_MS, unpackTrack } from './memory-track';
import type { MeasuredSeries, Mode } from './series';

const DAY_MS = 86_400_000;
const HOUR_SLOTS = 3_600_000 / SLOT_MS;
/** A node remembers its peak for so long. */
const PEAK_SLOTS = (14 * DAY_MS) / SLOT_MS;
const CONTAINERS = 10;
const SHUFFLES = 20;

export interface FullNodes {
  /** How often a node is over its memory, an hour of it once more each, a container-day. */
  readonly kills: number;
  /** With requests that sum to at least 1.1 times the node's own peak. */
  readonly guardedKills: number;
  /** What is requested then, as times of what was. */
  readonly guardedRequests: number;
}

/**
 * Nodes that are full: ten containers each, by chance, and no more memory than they request together. Undefined with
 * too few containers.
 */
export function fullNodes(
  all: readonly MeasuredSeries[],
  mode: Mode,
  family: FamilyName,
  guard: number,
): FullNodes | undefined {
  const tracks = all.flatMap(({ usedMemory, replayed }) => {
    const own = replayed.find((one) => one.mode === mode && one.family === family && one.member === 0);
    if (!usedMemory || !own?.requestedMemory) return [];
    return { used: unpackTrack(usedMemory), requested: unpackTrack(own.requestedMemory) };
  });
  if (tracks.length < CONTAINERS) return undefined;
  const draw = drawsFrom(7);
  let [kills, guardedKills, days, requested, guarded] = [0, 0, 0, 0, 0];
  for (let shuffle = 0; shuffle < SHUFFLES; shuffle++) {
    const order = tracks.map((track) => ({ track, at: draw() })).sort((a, b) => a.at - b.at);
    for (let from = 0; from + CONTAINERS <= order.length; from += CONTAINERS) {
      const node = order.slice(from, from + CONTAINERS).map(({ track }) => track);
      const slots = Math.min(...node.map(({ used }) => used.length));
      const plain = new OverMemory();
      const held = new OverMemory();
      const peaks = new RunningPeak(PEAK_SLOTS);
      for (let slot = 0; slot < slots; slot++) {
        const sum = (of: 'used' | 'requested') =>
          node.reduce((total, one) => total + (one[of][slot] ?? 0), 0);
        const [used, asks] = [sum('used'), sum('requested')];
        const least = Math.max(asks, guard * peaks.value);
        plain.take(used, asks);
        held.take(used, least);
        requested += asks;
        guarded += least;
        peaks.add(used, slot);
      }
      kills += plain.times;
      guardedKills += held.times;
      days += (slots * SLOT_MS * CONTAINERS) / DAY_MS;
    }
  }
  return { kills: kills / days, guardedKills: guardedKills / days, guardedRequests: guarded / requested };
}

class OverMemory {
  times = 0;
  private since = 0;

  take(used: number, memory: number): void {
    if (used <= memory) this.since = 0;
    else if (this.since++ % HOUR_SLOTS === 0) this.times++;
  }
}

/** The highest value of the last slots; values that are no longer the highest to come are forgotten. */
class RunningPeak {
  private readonly peaks: { slot: number; value: number }[] = [];

  constructor(private readonly slots: number) {}

  get value(): number {
    return this.peaks[0]?.value ?? 0;
  }

  add(value: number, slot: number): void {
    const { peaks } = this;
    while ((peaks.at(-1)?.value ?? Number.POSITIVE_INFINITY) <= value) peaks.pop();
    peaks.push({ slot, value });
    while ((peaks[0]?.slot ?? slot) <= slot - this.slots) peaks.shift();
  }
}
