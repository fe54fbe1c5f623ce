import { describe, expect, it } from 'vitest';
import { cutToData } from './cut-to-data';

const HOUR_MS = 3_600_000;
const past = (firstHour: number | undefined, markHour?: number) => ({
  fromMs: 0,
  toMs: 100 * HOUR_MS,
  stepMs: HOUR_MS,
  points: firstHour === undefined ? [] : [{ atMs: firstHour * HOUR_MS, cpu: {}, memory: {} }],
  marks:
    markHour === undefined
      ? []
      : [
          {
            kind: 'oom' as const,
            atMs: markHour * HOUR_MS,
            lastMs: markHour * HOUR_MS,
            times: 1,
            pods: [],
            detail: '',
            record: 'none' as const,
          },
        ],
});

describe('a range that is longer than the data', () => {
  it.each([
    ['begins with the first point', past(80), 80],
    ['keeps a mark before it', past(80, 60), 60],
    ['stays as it is if little is missing', past(4), 0],
    ['stays as it is without data', past(undefined), 0],
  ])('%s', (_, given, fromHour) => {
    expect(cutToData(given).fromMs).toBe(fromHour * HOUR_MS);
  });
});
