import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CPU_BUCKETS, ExponentialBuckets, integerPower, MEMORY_BUCKETS } from './bucketing';
import { exp2, powerOfTwo, roundToHalfLife, YEAR_ONE_MS } from './decay';
import { DecayingHistogram } from './histogram';

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2025, 5, 2, 12);

describe('exponential buckets', () => {
  it('are 176 for CPU and for memory', () => {
    expect([CPU_BUCKETS.count, MEMORY_BUCKETS.count]).toEqual([176, 176]);
  });

  it.each([
    [0, 0],
    [0.009999, 0],
    [0.01, 1],
    [0.0100001, 1],
    [0.0205, 1],
    [0.021, 2],
    [1000, 174],
    [1030, 175],
    [5000, 175],
    [1e30, 175],
  ])('put %d cores into bucket %d', (value, bucket) => {
    expect(CPU_BUCKETS.bucketOf(value)).toBe(bucket);
  });

  it('start each where the one before ends, 5 % wider', () => {
    for (let bucket = 1; bucket < MEMORY_BUCKETS.count - 1; bucket++) {
      expect(MEMORY_BUCKETS.endOf(bucket - 1)).toBe(MEMORY_BUCKETS.startOf(bucket));
      const width = MEMORY_BUCKETS.endOf(bucket) - MEMORY_BUCKETS.startOf(bucket);
      const before = MEMORY_BUCKETS.endOf(bucket - 1) - MEMORY_BUCKETS.startOf(bucket - 1);
      expect(width / before).toBeCloseTo(1.05, 6);
    }
  });

  it('give the start of the last bucket as its end', () => {
    expect(CPU_BUCKETS.endOf(175)).toBe(CPU_BUCKETS.startOf(175));
  });

  it('hold every value between their bounds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (bytes) => {
        const bucket = MEMORY_BUCKETS.bucketOf(bytes);
        expect(bytes).toBeGreaterThanOrEqual(MEMORY_BUCKETS.startOf(bucket) * (1 - 1e-12));
        if (bucket < MEMORY_BUCKETS.count - 1)
          expect(bytes).toBeLessThanOrEqual(MEMORY_BUCKETS.endOf(bucket) * (1 + 1e-12));
      }),
    );
  });

  it('never fall as values rise', () => {
    const amount = fc.double({ min: 0, max: 2000, noNaN: true });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(CPU_BUCKETS.bucketOf(low)).toBeLessThanOrEqual(CPU_BUCKETS.bucketOf(high));
      }),
    );
  });

  it('compute powers by repeated squaring', () => {
    expect([integerPower(1.05, 0), integerPower(1.05, 1), integerPower(2, 10)]).toEqual([1, 1.05, 1024]);
    expect(integerPower(1.05, 3)).toBe(1.05 * (1.05 * 1.05));
  });
});

describe('the arithmetic of decay', () => {
  it('raises 2 to whole powers exactly', () => {
    expect([exp2(0), exp2(1), exp2(-1), exp2(10), exp2(100)]).toEqual([1, 2, 0.5, 1024, 2 ** 100]);
    expect([powerOfTwo(-1074), powerOfTwo(-1075), powerOfTwo(1024)]).toEqual([
      Number.MIN_VALUE,
      0,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it('raises 2 to any power within two units in the last place', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (x) => {
        expect(Math.abs(exp2(x) / 2 ** x - 1)).toBeLessThan(4.5e-16);
      }),
    );
  });

  it('counts half lives from year 1', () => {
    expect(roundToHalfLife(Date.UTC(2025, 5, 2, 11, 59, 59), DAY_MS)).toBe(Date.UTC(2025, 5, 2));
    expect(roundToHalfLife(NOON_MS, DAY_MS)).toBe(Date.UTC(2025, 5, 3));
    expect((roundToHalfLife(NOON_MS, 7 * DAY_MS) - YEAR_ONE_MS) % (7 * DAY_MS)).toBe(0);
  });
});

function newHistogram(halfLifeMs = DAY_MS): DecayingHistogram {
  return new DecayingHistogram(CPU_BUCKETS, halfLifeMs);
}

const anySample = fc.record({
  value: fc.double({ min: 0, max: 100, noNaN: true }),
  weight: fc.double({ min: 0.1, max: 10, noNaN: true }),
  timeMs: fc.integer({ min: NOON_MS, max: NOON_MS + 3 * DAY_MS }),
});
const anySamples = fc.array(anySample, { minLength: 1, maxLength: 60 });

function filled(samples: { value: number; weight: number; timeMs: number }[]): DecayingHistogram {
  const histogram = newHistogram();
  for (const { value, weight, timeMs } of samples) histogram.add(value, weight, timeMs);
  return histogram;
}

describe('a decaying histogram', () => {
  it('is empty, with every percentile 0, until it has a sample', () => {
    const histogram = newHistogram();
    expect(histogram.isEmpty).toBe(true);
    expect(histogram.percentile(0.9)).toBe(0);
    expect(histogram.toCheckpoint()).toEqual({
      referenceMs: YEAR_ONE_MS,
      totalWeight: 0,
      bucketWeights: new Map(),
    });
  });

  it('returns the end of the bucket a sample falls into', () => {
    const histogram = filled([{ value: 0.3, weight: 1, timeMs: NOON_MS }]);
    expect(histogram.percentile(0.5)).toBe(CPU_BUCKETS.endOf(CPU_BUCKETS.bucketOf(0.3)));
  });

  it('weighs a sample twice as much as one a half life older', () => {
    const histogram = filled([
      { value: 1, weight: 1, timeMs: NOON_MS },
      { value: 2, weight: 1, timeMs: NOON_MS + DAY_MS },
    ]);
    const older = histogram.weightOf(CPU_BUCKETS.bucketOf(1));
    expect(histogram.weightOf(CPU_BUCKETS.bucketOf(2))).toBe(2 * older);
  });

  it('moves its reference, and keeps proportions, when samples come 100 half lives later', () => {
    const histogram = filled([{ value: 1, weight: 1, timeMs: NOON_MS }]);
    const before = histogram.referenceMs;
    histogram.add(2, 1, NOON_MS + 90 * DAY_MS);
    expect(histogram.referenceMs).toBe(before);
    const lateMs = NOON_MS + 102 * DAY_MS;
    histogram.add(3, 1, lateMs);
    expect(histogram.referenceMs).toBe(roundToHalfLife(lateMs, DAY_MS));
    expect(histogram.percentile(0)).toBe(CPU_BUCKETS.endOf(CPU_BUCKETS.bucketOf(2)));
    expect(histogram.percentile(1)).toBe(CPU_BUCKETS.endOf(CPU_BUCKETS.bucketOf(3)));
  });

  it('does not count what decayed below epsilon', () => {
    const histogram = filled([
      { value: 1, weight: CPU_BUCKETS.epsilon / 4, timeMs: roundToHalfLife(NOON_MS, DAY_MS) },
    ]);
    expect(histogram.isEmpty).toBe(true);
  });

  it('subtracts what was added', () => {
    fc.assert(
      fc.property(anySamples, anySample, (samples, extra) => {
        const without = filled(samples);
        const histogram = filled(samples);
        histogram.add(extra.value, extra.weight, extra.timeMs);
        histogram.subtract(extra.value, extra.weight, extra.timeMs);
        expect(histogram.totalWeight).toBeCloseTo(without.totalWeight, 6);
        for (let bucket = 0; bucket < CPU_BUCKETS.count; bucket++)
          expect(histogram.weightOf(bucket)).toBeCloseTo(without.weightOf(bucket), 6);
      }),
    );
  });

  it('has percentiles that never fall, in one walk or one by one', () => {
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anySamples, fraction, fraction, fraction, (samples, a, b, c) => {
        const histogram = filled(samples);
        const inOneWalk = new Float64Array(3);
        histogram.percentiles(a, b, c, inOneWalk);
        expect([...inOneWalk]).toEqual([a, b, c].map((part) => histogram.percentile(part)));
        const [low = 0, high = 0] = [a, b].sort((x, y) => x - y);
        expect(histogram.percentile(low)).toBeLessThanOrEqual(histogram.percentile(high));
      }),
    );
  });

  it('merges to the same result, whichever reference is younger', () => {
    const late = fc.array(
      fc.record({
        value: fc.double({ min: 0, max: 100, noNaN: true }),
        weight: fc.double({ min: 0.1, max: 10, noNaN: true }),
        timeMs: fc.integer({ min: NOON_MS + 101 * DAY_MS, max: NOON_MS + 104 * DAY_MS }),
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(anySamples, late, (old, recent) => {
        const one = filled(old);
        one.merge(filled(recent));
        const other = filled(recent);
        other.merge(filled(old));
        expect(one.referenceMs).toBe(other.referenceMs);
        expect(one.totalWeight / other.totalWeight).toBeCloseTo(1, 9);
        for (const part of [0, 0.5, 0.9, 1]) expect(one.percentile(part)).toBe(other.percentile(part));
      }),
    );
  });

  it('does not change what it merges', () => {
    const source = filled([{ value: 1, weight: 1, timeMs: NOON_MS }]);
    const before = source.toCheckpoint();
    filled([{ value: 2, weight: 1, timeMs: NOON_MS + 200 * DAY_MS }]).merge(source);
    expect(source.toCheckpoint()).toEqual(before);
  });

  it('is restored from its checkpoint with the same percentiles and the same checkpoint', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const checkpoint = filled(samples).toCheckpoint();
        const again = newHistogram();
        again.addCheckpoint(checkpoint);
        expect(again.toCheckpoint().bucketWeights).toEqual(checkpoint.bucketWeights);
        expect(again.referenceMs).toBe(checkpoint.referenceMs);
        expect(again.totalWeight).toBe(checkpoint.totalWeight);
        expect(Math.max(...checkpoint.bucketWeights.values())).toBe(10_000);
      }),
    );
  });

  it('forgets everything when cleared', () => {
    const histogram = filled([{ value: 1, weight: 1, timeMs: NOON_MS }]);
    histogram.clear();
    expect(histogram.toCheckpoint()).toEqual(newHistogram().toCheckpoint());
  });

  it('works with other buckets', () => {
    const buckets = new ExponentialBuckets(100, 1, 2);
    const histogram = new DecayingHistogram(buckets, DAY_MS);
    histogram.add(5, 1, NOON_MS);
    expect([buckets.startOf(1), buckets.startOf(2), buckets.startOf(3)]).toEqual([1, 3, 7]);
    expect(histogram.percentile(1)).toBe(7);
  });
});
