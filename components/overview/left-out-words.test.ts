import { describe, expect, it } from 'vitest';
import { sumLeftOutWords } from './left-out-words';

const NONE = { missing: { request: 0, target: 0, use: 0 }, leftOut: { waiting: 0, vpas: 0 } };

describe('what the sums leave out', () => {
  it.each<[Parameters<typeof sumLeftOutWords>[0], string[]]>([
    [NONE, []],
    [
      { ...NONE, missing: { request: 1, target: 1200, use: 0 } },
      [
        'Without a request: 1 container. All of their target is to add.',
        'Without a target: 1,200 containers. Their request counts as target.',
      ],
    ],
    [
      { ...NONE, leftOut: { waiting: 2, vpas: 1 } },
      [
        'Without a node, not in the sums: 2 pods.',
        'Of other recommenders or not readable, not in the sums: 1 VPA.',
      ],
    ],
  ])('%o is said: %o', (totals, sentences) => {
    expect(sumLeftOutWords(totals)).toEqual(sentences);
  });
});
