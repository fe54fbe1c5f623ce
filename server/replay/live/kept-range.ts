import { BOUNDS, type BoundAmounts, type Estimate } from '@/server/decide/estimators/estimator';
import type { AmountRange, OwnLimit } from '@/server/model/own-limit';
import { RESOURCES } from '@/server/objects/units';

/** The bounds of CPU, of memory, of a memory limit of its own, and of both where they are one. */
const NUMBERS = (RESOURCES.length + 2) * BOUNDS.length;
const OF_LIMIT = RESOURCES.length * BOUNDS.length;

/**
 * The estimates of one container that are known to leave the status as it is. Rounding, minimum and caps never turn
 * a larger estimate into a smaller amount, and what the status tolerates is a range of each bound by itself: so
 * between two estimates that leave it as it is, every other does.
 */
export class KeptRange {
  private readonly least = new Float64Array(NUMBERS).fill(Number.POSITIVE_INFINITY);
  private readonly most = new Float64Array(NUMBERS).fill(Number.NEGATIVE_INFINITY);
  /** With a memory limit of its own, or without, it is another status. */
  private isLimited = false;

  /** Nothing is known any more. */
  forget(): void {
    this.least.fill(Number.POSITIVE_INFINITY);
    this.most.fill(Number.NEGATIVE_INFINITY);
  }

  covers({ cpu, memory, memoryLimit }: Estimate): boolean {
    return (
      this.isLimited === (memoryLimit !== undefined) &&
      this.holds(0, cpu.lowerBound) &&
      this.holds(1, cpu.target) &&
      this.holds(2, cpu.upperBound) &&
      this.holds(3, memory.lowerBound) &&
      this.holds(4, memory.target) &&
      this.holds(5, memory.upperBound) &&
      this.holdsLimit(memoryLimit)
    );
  }

  private holdsLimit(limit: OwnLimit | undefined): boolean {
    return rangesOf(limit).every((range, at) =>
      BOUNDS.every((bound, index) => this.holds(OF_LIMIT + at * BOUNDS.length + index, range[bound])),
    );
  }

  add({ cpu, memory, memoryLimit }: Estimate): void {
    const isLimited = memoryLimit !== undefined;
    if (isLimited !== this.isLimited) this.forget();
    this.isLimited = isLimited;
    for (const [at, range] of rangesOf(memoryLimit).entries())
      for (const [index, bound] of BOUNDS.entries())
        this.take(OF_LIMIT + at * BOUNDS.length + index, range[bound]);
    this.take(0, cpu.lowerBound);
    this.take(1, cpu.target);
    this.take(2, cpu.upperBound);
    this.take(3, memory.lowerBound);
    this.take(4, memory.target);
    this.take(5, memory.upperBound);
  }

  /** The estimate with both bounds moved on by a share, as they leave the range, but not beyond the target. */
  beyond({ cpu, memory, memoryLimit }: Estimate, share: number): Estimate {
    return {
      cpu: this.boundsBeyond(0, cpu, share),
      memory: this.boundsBeyond(BOUNDS.length, memory, share),
      ...(memoryLimit && { memoryLimit }),
    };
  }

  private boundsBeyond(from: number, { lowerBound, target, upperBound }: BoundAmounts, share: number) {
    const [low, high] = [this.moved(from, lowerBound, share), this.moved(from + 2, upperBound, share)];
    return {
      lowerBound: lowerBound <= target ? Math.min(low, target) : low,
      target,
      upperBound: upperBound >= target ? Math.max(high, target) : high,
    };
  }

  private holds(at: number, value: number): boolean {
    return value >= (this.least[at] ?? 0) && value <= (this.most[at] ?? 0);
  }

  private take(at: number, value: number): void {
    if (value < (this.least[at] ?? 0)) this.least[at] = value;
    if (value > (this.most[at] ?? 0)) this.most[at] = value;
  }

  private moved(at: number, value: number, share: number): number {
    if (value < (this.least[at] ?? 0)) return value * (1 - share);
    return value > (this.most[at] ?? 0) ? value * (1 + share) : value;
  }
}

const NO_RANGE: AmountRange = { lowerBound: 0, target: 0, upperBound: 0 };

function rangesOf(limit: OwnLimit | undefined): readonly AmountRange[] {
  return limit ? [limit, limit.asOne] : [NO_RANGE, NO_RANGE];
}
