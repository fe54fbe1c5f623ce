import { describe, expect, it } from 'vitest';
import { freshnessOf } from './freshness';

describe('freshness', () => {
  it.each([
    ['loads before the first answer', { dataUpdatedAt: 0, failing: false }, 0, { kind: 'loading' }],
    ['has never been answered', { dataUpdatedAt: 0, failing: true }, 50, { kind: 'never' }],
    ['is live right after an answer', { dataUpdatedAt: 1000, failing: false }, 2500, { kind: 'live' }],
    ['is patient with a slow answer', { dataUpdatedAt: 1000, failing: false }, 10_000, { kind: 'live' }],
    [
      'is stale once polls fail',
      { dataUpdatedAt: 1000, failing: true },
      4000,
      { kind: 'stale', ageMs: 3000 },
    ],
    [
      'is stale when nothing came for long',
      { dataUpdatedAt: 1000, failing: false },
      61_000,
      { kind: 'stale', ageMs: 60_000 },
    ],
    ['never shows a negative age', { dataUpdatedAt: 5000, failing: true }, 4000, { kind: 'stale', ageMs: 0 }],
  ] as const)('%s', (_, query, nowMs, expected) => {
    expect(freshnessOf(query, nowMs)).toEqual(expected);
  });
});
