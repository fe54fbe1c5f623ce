import { ofKey } from '../../lib/memo/of-key';
import type { PastContainer, PastSeries, TimeSpan } from '../source';
import type { TimeGrid } from './api';
import type { CloserLook } from './closer-look';
import { MILLICORES_PER_CORE } from './container-names';
import { rateWindow, type StoreTraits } from './store-traits';
import type { Unit } from './units';

/** A life of so many steps or less is read from its scrapes: a rate spreads it over whole windows. */
const SHORT_STEPS = 3;
/** Steps of one unit that are looked at since their rate is unlikely. */
const MOST_UNLIKELY = 50;
/** Of all that was used before. */
const MUCH = 0.5;
/** Of the highest value before. */
const UNLIKELY_TIMES = 3;

interface Life {
  /** Its steps without a gap so far, those that are not told yet. */
  buffered: { timesMs: number[]; cores: number[] };
  /** How many steps there were without a gap. */
  steps: number;
  isTold: boolean;
  lastMs: number;
  highest: number;
  /** In core milliseconds. */
  used: number;
}

/** What can be told of one container by now. */
class Told {
  private count = 0;
  private readonly timesMs: Float64Array;
  private readonly millicores: Float64Array;

  constructor(most: number) {
    this.timesMs = new Float64Array(most);
    this.millicores = new Float64Array(most);
  }

  add(atMs: number, cores: number): void {
    this.timesMs[this.count] = atMs;
    this.millicores[this.count++] = cores * MILLICORES_PER_CORE;
  }

  seriesOf(container: PastContainer): PastSeries | undefined {
    if (this.count === 0) return undefined;
    return {
      container,
      timesMs: this.timesMs.subarray(0, this.count),
      cpuMillicores: this.millicores.subarray(0, this.count),
    };
  }
}

interface LivesParts {
  readonly unit: Unit;
  readonly grid: TimeGrid;
  readonly traits: StoreTraits;
  readonly look: CloserLook;
  coresOf?(container: PastContainer): number | undefined;
}

/**
 * What rates say of the containers of a unit, corrected where a rate does not say what was used. The window in which a life
 * begins or ends is divided by its whole length: of a long life it is left out, and short ones are read from their scrapes,
 * as are steps in which a counter may have stepped back. Each step of a container comes once.
 */
export class CpuLives {
  private readonly lives = new Map<PastContainer, Life>();
  /** Whether rates are of PromQL, and scrapes can be read. */
  private readonly isExact: boolean;
  /** Whether windows are known to hold each rise. */
  private readonly hasRhythm: boolean;
  private looked = 0;
  /** Short lives that could not be read from their scrapes. */
  unread = 0;

  constructor(private readonly parts: LivesParts) {
    const { look, traits } = parts;
    this.isExact = look.isPossible;
    this.hasRhythm = traits.scrapes !== undefined;
  }

  /** The part of it that can be told by now. */
  async take(
    container: PastContainer,
    timesMs: Float64Array,
    cores: Float64Array,
  ): Promise<PastSeries | undefined> {
    if (!this.isExact) {
      this.lives.set(container, this.lives.get(container) ?? begun());
      return seriesOf(container, timesMs, cores);
    }
    const { grid } = this.parts;
    const life = ofKey(this.lives, container, begun);
    const out = new Told(life.buffered.timesMs.length + timesMs.length);
    for (let index = 0; index < timesMs.length; index++) {
      index = this.goOn(container, life, { timesMs, cores, index }, out);
      if (index === timesMs.length) break;
      const atMs = timesMs[index] ?? Number.NaN;
      let value = cores[index] ?? Number.NaN;
      if (atMs <= life.lastMs || Number.isNaN(value)) continue;
      if (atMs - life.lastMs > grid.stepMs) this.endRun(life, out);
      else if (this.isUnlikely(container, life, value)) value = await this.lookedAt(container, atMs, value);
      life.lastMs = atMs;
      life.steps++;
      if (Number.isNaN(value)) continue;
      life.highest = Math.max(life.highest, value);
      life.used += value * grid.stepMs;
      life.buffered.timesMs.push(atMs);
      life.buffered.cores.push(value);
      if (life.steps > SHORT_STEPS) this.tell(life, out, life.buffered.timesMs.length - 1);
    }
    return out.seriesOf(container);
  }

  /**
   * Tells the one that is held, and holds the next one, as long as a life goes on as before: most samples come here.
   * @returns the first that is not such a step
   */
  private goOn(
    container: PastContainer,
    life: Life,
    { timesMs, cores, index: first }: { timesMs: Float64Array; cores: Float64Array; index: number },
    out: Told,
  ): number {
    const { buffered } = life;
    if (!life.isTold || buffered.timesMs.length !== 1) return first;
    const { grid, coresOf } = this.parts;
    const most = coresOf?.(container) ?? Number.POSITIVE_INFINITY;
    let [heldMs = Number.NaN, held = Number.NaN] = [buffered.timesMs[0], buffered.cores[0]];
    let { lastMs, highest, used } = life;
    let index = first;
    for (; index < timesMs.length; index++) {
      const atMs = timesMs[index] ?? Number.NaN;
      const value = cores[index] ?? Number.NaN;
      const isNext = atMs > lastMs && atMs - lastMs <= grid.stepMs;
      if (!isNext || !(value <= most) || value > highest * UNLIKELY_TIMES) break;
      out.add(heldMs, held);
      heldMs = atMs;
      held = value;
      lastMs = atMs;
      if (value > highest) highest = value;
      used += value * grid.stepMs;
    }
    buffered.timesMs[0] = heldMs;
    buffered.cores[0] = held;
    life.lastMs = lastMs;
    life.highest = highest;
    life.used = used;
    life.steps += index - first;
    return index;
  }

  /** The rest: the last steps, the lives that were short, and those that no rate shows, since one scrape makes none. */
  async *ends(): AsyncGenerator<PastSeries> {
    if (!this.isExact) return;
    const { unit, grid, look } = this.parts;
    const { stepMs } = grid;
    const short: { container: PastContainer; span: TimeSpan }[] = [];
    for (const container of unit.containers) {
      const life = this.lives.get(container);
      const first = life?.buffered.timesMs[0];
      if (!life && this.lives.size > 0)
        short.push({ container, span: { fromMs: grid.firstMs - stepMs, toMs: grid.lastMs } });
      if (!life || first === undefined) continue;
      if (life.steps <= SHORT_STEPS && first > grid.firstMs)
        short.push({ container, span: { fromMs: first - stepMs, toMs: life.lastMs } });
      else if (!this.hasRhythm || life.lastMs >= grid.lastMs || life.steps <= SHORT_STEPS)
        yield seriesOf(container, life.buffered.timesMs, life.buffered.cores);
    }
    if (short.length === 0) return;
    const found = await look.at(short, stepMs);
    for (const { container } of short) {
      const read = found.get(container);
      const buffered = this.lives.get(container)?.buffered;
      if (read && read.size > 0) yield seriesOf(container, [...read.keys()], [...read.values()]);
      else if (buffered) {
        if (this.hasRhythm) this.unread++;
        yield seriesOf(container, buffered.timesMs, buffered.cores);
      }
    }
  }

  /** Tells the first of what is held; but not a step in which a life began. */
  private tell(life: Life, out: Told, count: number): void {
    const timesMs = life.buffered.timesMs.splice(0, count);
    const cores = life.buffered.cores.splice(0, count);
    const isBirth = this.hasRhythm && !life.isTold && (timesMs[0] ?? 0) > this.parts.grid.firstMs;
    for (let index = isBirth ? 1 : 0; index < timesMs.length; index++)
      out.add(timesMs[index] ?? Number.NaN, cores[index] ?? Number.NaN);
    life.isTold = true;
  }

  /** A gap: the step before it is known in part, as that after it is. */
  private endRun(life: Life, out: Told): void {
    const { timesMs, cores } = life.buffered;
    if (!this.hasRhythm || life.steps <= SHORT_STEPS)
      for (let index = 0; index < timesMs.length; index++)
        out.add(timesMs[index] ?? Number.NaN, cores[index] ?? Number.NaN);
    life.buffered = { timesMs: [], cores: [] };
    life.steps = 0;
    life.isTold = false;
  }

  /** Whether half as much as in all steps before is said of one: so it looks when a counter is counted anew from zero. */
  private isUnlikely(container: PastContainer, { highest, used }: Life, value: number): boolean {
    const { grid, traits, coresOf } = this.parts;
    if (value > (coresOf?.(container) ?? Number.POSITIVE_INFINITY)) return true;
    const isJump = value > highest * UNLIKELY_TIMES && value * rateWindow(traits, grid.stepMs) >= used * MUCH;
    return isJump && used > 0 && this.looked < MOST_UNLIKELY;
  }

  /** NaN if nothing is known of it. */
  private async lookedAt(container: PastContainer, atMs: number, value: number): Promise<number> {
    const { grid, traits, look, coresOf } = this.parts;
    const { stepMs } = grid;
    if (this.looked++ < MOST_UNLIKELY) {
      const fromMs = atMs - rateWindow(traits, stepMs);
      const found = (await look.at([{ container, span: { fromMs, toMs: atMs } }], stepMs)).get(container);
      if (found) return found.get(atMs) ?? Number.NaN;
    }
    return value > (coresOf?.(container) ?? Number.POSITIVE_INFINITY) ? Number.NaN : value;
  }
}

function begun(): Life {
  return {
    buffered: { timesMs: [], cores: [] },
    steps: 0,
    isTold: false,
    lastMs: Number.NEGATIVE_INFINITY,
    highest: 0,
    used: 0,
  };
}

function seriesOf(
  container: PastContainer,
  timesMs: ArrayLike<number>,
  cores: ArrayLike<number>,
): PastSeries {
  return {
    container,
    timesMs: Float64Array.from(timesMs),
    cpuMillicores: Float64Array.from(cores, (one) => one * MILLICORES_PER_CORE),
  };
}
