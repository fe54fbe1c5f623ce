import { describe, expect, it } from 'vitest';
import type { EstimationTrace } from '../../contract/recommendations';
import { narrowingOf } from './narrowing';

const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2026, 10, 1);

function trace(by: number | undefined): EstimationTrace {
  return {
    resource: 'cpu',
    bound: 'upperBound',
    steps: [
      { step: 'margin', value: 100 },
      { step: 'confidence', value: 150, by },
    ],
  };
}

describe('how bounds narrow', () => {
  const history = { firstSampleMs: BEGIN, lastSampleMs: BEGIN + 2 * DAY_MS, sampleCount: 4 * 1440 };

  it('is told from the confidence in the trace', () => {
    expect(narrowingOf(history, trace(2))).toEqual({
      confidence: 2,
      intervalMs: DAY_MS,
      factor: 1.5,
      steps: [{ factor: 2 }, { factor: 1.5 }, { factor: 1.1, atMs: expect.closeTo(BEGIN + 10 * DAY_MS, 0) }],
    });
  });

  it('follows the interval of the recommender', () => {
    expect(narrowingOf(history, trace(1))?.intervalMs).toBe(2 * DAY_MS);
  });

  it('is unknown without samples, and where the bound does not depend on them', () => {
    expect(narrowingOf({ ...history, firstSampleMs: undefined, lastSampleMs: undefined }, trace(2))).toBe(
      undefined,
    );
    expect(narrowingOf(history, undefined)).toBe(undefined);
    expect(narrowingOf(history, { ...trace(2), steps: [{ step: 'recent-peak', value: 1 }] })).toBe(undefined);
    expect(narrowingOf(history, trace(0))).toBe(undefined);
  });
});
