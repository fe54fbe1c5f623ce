import { AMOUNTS, type KeptAmounts, type SeriesPoint } from './point';
import { blockStart, slotsOf, type Tier } from './tiers';

/** Confidence and replicas, then the amounts of CPU, then those of memory. */
export const FIRST_COLUMNS = 2 + 2 * AMOUNTS.length;
/** With what was added since: the target of the memory limit. */
export const COLUMNS = FIRST_COLUMNS + 1;
const LIMIT_TARGET = FIRST_COLUMNS;
const CPU = 2;
const MEMORY = CPU + AMOUNTS.length;

/** One container over one time range: a grid of columns by steps, in single precision; NaN means unknown. */
export class Block {
  readonly startMs: number;
  private readonly slots: number;

  /** @param values column after column, one value per step of the tier; empty if left out */
  constructor(
    readonly tier: Tier,
    atMs: number,
    readonly values: Float32Array = new Float32Array(slotsOf(tier) * COLUMNS).fill(Number.NaN),
  ) {
    this.startMs = blockStart(tier, atMs);
    this.slots = slotsOf(tier);
    if (values.length !== this.slots * COLUMNS)
      throw new RangeError(`a block of tier ${tier.number} has ${values.length} values`);
  }

  get endMs(): number {
    return this.startMs + this.tier.blockMs;
  }

  /** Sets a point in its step, replacing what was there. @throws RangeError if it is outside the block */
  set(point: SeriesPoint): void {
    const slot = Math.floor((point.atMs - this.startMs) / this.tier.stepMs);
    if (!(slot >= 0 && slot < this.slots)) throw new RangeError(`${point.atMs} lies outside of the block`);
    this.put(0, slot, point.confidence);
    this.put(1, slot, point.replicas);
    for (const [index, amount] of AMOUNTS.entries()) {
      this.put(CPU + index, slot, point.cpu[amount]);
      this.put(MEMORY + index, slot, point.memory[amount]);
    }
    this.put(LIMIT_TARGET, slot, point.memory.limitTarget);
  }

  /** Puts points, at the starts of their steps, where nothing is known. @throws RangeError when one lies outside */
  fill(points: readonly SeriesPoint[]): void {
    const known = new Set(this.points().map(({ atMs }) => atMs));
    for (const point of points) if (!known.has(point.atMs)) this.set(point);
  }

  copy(): Block {
    return new Block(this.tier, this.startMs, this.values.slice());
  }

  /** Takes the known steps of another block with steps as long. @throws RangeError when one lies outside */
  take(other: Block): void {
    const shift = (other.startMs - this.startMs) / this.tier.stepMs;
    for (let slot = 0; slot < other.slots; slot++) {
      if (!other.isKnown(slot)) continue;
      const into = slot + shift;
      if (!(into >= 0 && into < this.slots))
        throw new RangeError(`${other.startMs + slot * other.tier.stepMs} lies outside of the block`);
      for (let column = 0; column < COLUMNS; column++)
        this.put(column, into, other.values[column * other.slots + slot]);
    }
  }

  /** The steps with any known value, oldest first. */
  points(): SeriesPoint[] {
    const points: SeriesPoint[] = [];
    for (let slot = 0; slot < this.slots; slot++) {
      const point = this.pointAt(slot);
      if (point) points.push(point);
    }
    return points;
  }

  private isKnown(slot: number): boolean {
    for (let column = 0; column < COLUMNS; column++) if (this.get(column, slot) !== undefined) return true;
    return false;
  }

  private pointAt(slot: number): SeriesPoint | undefined {
    if (!this.isKnown(slot)) return undefined;
    const confidence = this.get(0, slot);
    const replicas = this.get(1, slot);
    const limitTarget = this.get(LIMIT_TARGET, slot);
    return {
      atMs: this.startMs + slot * this.tier.stepMs,
      ...(confidence !== undefined && { confidence }),
      ...(replicas !== undefined && { replicas }),
      cpu: this.amountsAt(CPU, slot),
      memory: {
        ...this.amountsAt(MEMORY, slot),
        ...(limitTarget !== undefined && { limitTarget }),
      },
    };
  }

  private amountsAt(first: number, slot: number): KeptAmounts {
    const amounts: KeptAmounts = {};
    for (const [index, amount] of AMOUNTS.entries()) {
      const value = this.get(first + index, slot);
      if (value !== undefined) amounts[amount] = value;
    }
    return amounts;
  }

  private put(column: number, slot: number, value: number | undefined): void {
    this.values[column * this.slots + slot] = value ?? Number.NaN;
  }

  private get(column: number, slot: number): number | undefined {
    const value = this.values[column * this.slots + slot];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }
}
