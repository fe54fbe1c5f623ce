import { describe, expect, it } from 'vitest';
import { confidenceSentence } from './confidence-words';

const HOUR_MS = 3_600_000;

describe('the sentence about a confidence says what it is based on', () => {
  it.each([
    [
      'enough samples',
      8,
      480,
      1 / 3,
      '33 % of a day of history: samples span 8 h, with 480 samples, as many as one a minute. The bounds narrow as it grows.',
    ],
    [
      'more than enough',
      48,
      5760,
      2,
      '2 days of history: samples span 2 d, with 5,760 samples, as many as one a minute. The bounds narrow as it grows.',
    ],
    [
      'too few samples',
      48,
      288,
      0.2,
      '20 % of a day of history: samples span 2 d, but with only 288 samples, 10 % of one a minute. The bounds narrow as it grows.',
    ],
    [
      'a single sample',
      0,
      1,
      0,
      'no history yet: samples span 0 s, with 1 sample, as many as one a minute. The bounds narrow as it grows.',
    ],
  ])('%s', (_, hours, samples, confidence, sentence) => {
    const span = { firstSampleMs: 0, lastSampleMs: hours * HOUR_MS };
    expect(confidenceSentence({ confidence, samples, ...span })).toBe(sentence);
  });

  it('promises nothing while no samples come', () => {
    const known = { confidence: 2, samples: 5760, firstSampleMs: 0, lastSampleMs: 48 * HOUR_MS };
    expect(confidenceSentence({ ...known, isSilent: true })).toMatch(
      / as many as one a minute\. It does not grow while no samples come\.$/,
    );
  });

  it('none yet', () => {
    expect(confidenceSentence({ confidence: 0, samples: 0 })).toBe(
      'There are no samples yet, so there is no confidence.',
    );
  });
});
