import { describe, expect, it } from 'vitest';
import { confidencePictures } from './confidence-picture';

const DAY_MS = 86_400_000;
const narrowing = {
  confidence: 2,
  intervalMs: DAY_MS,
  factor: 1.5,
  steps: [{ factor: 2 }, { factor: 1.5 }, { factor: 1.1, atMs: 10 * DAY_MS }],
};
const known = { firstSampleMs: 0, lastSampleMs: 2 * DAY_MS, samples: 4 * 1440 };

describe('the picture of a confidence', () => {
  it('has both ingredients on one scale, and says which counts', () => {
    const [picture, ...others] = confidencePictures({
      ...known,
      narrowing: { cpu: narrowing, memory: { ...narrowing, intervalMs: DAY_MS * 1.000001 } },
    });
    expect(others).toEqual([]);
    expect(picture?.ingredients).toEqual([
      { label: 'From first to last sample', words: '2 d', share: 0.2, counts: true },
      { label: 'Samples, at one a minute', words: '4 d (5,760 samples)', share: 0.4, counts: false },
    ]);
    expect(picture?.factor).toBe('1.5 ×');
    expect(picture?.steps.map(({ factor, atMs }) => [factor, atMs])).toEqual([
      ['2 ×', undefined],
      ['1.5 ×', undefined],
      ['1.1 ×', 10 * DAY_MS],
    ]);
    for (const [index, at] of [0.1, 0.2, 1].entries()) expect(picture?.steps[index]?.at).toBeCloseTo(at);
  });

  it('is one for each resource where they count history differently, and none where history does not matter', () => {
    const memory = { ...narrowing, intervalMs: 2 * DAY_MS };
    const both = confidencePictures({ ...known, narrowing: { cpu: narrowing, memory } });
    expect(both.map(({ about }) => about)).toEqual(['upper bound of CPU', 'upper bound of memory']);
    expect(both.map(({ ingredients }) => ingredients[0]?.share)).toEqual([0.2, 0.1]);
    expect(confidencePictures({ ...known, narrowing: {} })).toEqual([]);
  });

  it('keeps long histories inside the scale', () => {
    const [picture] = confidencePictures({
      firstSampleMs: 0,
      lastSampleMs: 90 * DAY_MS,
      samples: 200_000,
      narrowing: { cpu: narrowing },
    });
    expect(picture?.ingredients.map(({ share }) => share)).toEqual([1, 1]);
  });
});
