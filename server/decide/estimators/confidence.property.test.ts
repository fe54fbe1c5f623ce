import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceOf, narrowedAtMs, upperFactor } from './confidence';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const histories = fc.record({
  firstSampleMs: fc.integer({ min: 0, max: 1e12 }),
  spanMs: fc.integer({ min: MINUTE_MS, max: 400 * DAY_MS }),
  sampleCount: fc.integer({ min: 1, max: 1_000_000 }),
  intervalMs: fc.integer({ min: MINUTE_MS, max: 30 * DAY_MS }),
  factor: fc.constantFrom(2, 1.5, 1.1),
});

describe('when the upper bound has narrowed', () => {
  it('is when the confidence of samples that come as before is high enough, and not before', () => {
    fc.assert(
      fc.property(histories, ({ firstSampleMs, spanMs, sampleCount, intervalMs, factor }) => {
        const now = { firstSampleMs, lastSampleMs: firstSampleMs + spanMs, sampleCount };
        const atMs = narrowedAtMs(now, intervalMs, factor) ?? Number.NaN;
        const factorAt = (ms: number) => {
          const later = ms - now.lastSampleMs;
          const come = (later * sampleCount) / spanMs;
          const then = { firstSampleMs, lastSampleMs: ms, sampleCount: sampleCount + come };
          return upperFactor(confidenceOf(then, intervalMs));
        };
        const isReached = upperFactor(confidenceOf(now, intervalMs)) <= factor;
        expect(atMs <= now.lastSampleMs).toBe(isReached);
        if (isReached) return;
        expect(factorAt(atMs)).toBeCloseTo(factor, 6);
        expect(factorAt((atMs + now.lastSampleMs) / 2)).toBeGreaterThan(factor);
      }),
    );
  });

  it('takes one sample a minute for granted after the first, and is unknown before', () => {
    const first = { firstSampleMs: 0, lastSampleMs: 0, sampleCount: 1 };
    expect(narrowedAtMs(first, DAY_MS, 2)).toBe(DAY_MS);
    expect(narrowedAtMs({ ...first, sampleCount: 0 }, DAY_MS, 2)).toBeUndefined();
    expect(
      narrowedAtMs({ firstSampleMs: undefined, lastSampleMs: undefined, sampleCount: 3 }, DAY_MS, 2),
    ).toBeUndefined();
  });

  it('waits for samples where they are few', () => {
    const few = { firstSampleMs: 0, lastSampleMs: DAY_MS, sampleCount: 720 };
    expect(narrowedAtMs(few, DAY_MS, 2)).toBe(2 * DAY_MS);
    expect(narrowedAtMs({ ...few, sampleCount: 1440 }, DAY_MS, 2)).toBe(DAY_MS);
  });
});
