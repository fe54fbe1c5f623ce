import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { highestCpu } from './highest';
import { HistogramLearning } from './learned-histograms';
import { parametersFrom } from './parameters';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-08-01T00:00:00Z');

/** After so many hours of a tenth of a core, with a peak in the first. */
function seenAfter(hours: number, peak: number) {
  const learned = new HistogramLearning(parametersFrom(defaultConfig({}))).create();
  learned.learn('cpu', peak, START_MS);
  for (let hour = 0; hour <= hours; hour++) learned.learn('cpu', 0.1, START_MS + hour * HOUR_MS);
  const lastSampleMs = START_MS + hours * HOUR_MS;
  return highestCpu({
    container: 'app',
    isSidecar: false,
    learned,
    firstSampleMs: START_MS,
    lastSampleMs,
    sampleCount: hours + 2,
    peakCount: 0,
    oomCount: 0,
  });
}

describe('the most CPU that was seen', () => {
  it('is the end of its bucket, at most a twentieth more', () => {
    const seen = seenAfter(1, 1.9) ?? 0;
    expect(seen).toBeGreaterThanOrEqual(1900);
    expect(seen).toBeLessThan(1900 * 1.06);
  });

  it('counts for eight half-lives', () => {
    expect(seenAfter(7 * 24, 1.9)).toBeGreaterThan(1900);
    expect(seenAfter(9 * 24, 1.9)).toBeLessThan(120);
  });

  it('is what was seen in the bucket without an end', () => {
    expect(seenAfter(1, 5000)).toBe(5_000_000);
  });
});
