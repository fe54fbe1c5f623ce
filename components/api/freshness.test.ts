import { describe, expect, it } from 'vitest';
import { freshnessOf } from './freshness';

const FINE = { failure: undefined } as const;
const SILENT = { failure: 'unreachable' } as const;
const REFUSED = { failure: 'refused' } as const;

describe('freshness', () => {
  it.each([
    ['loads before the first answer', { dataUpdatedAt: 0, ...FINE }, 0, { kind: 'loading' }],
    ['has never been answered', { dataUpdatedAt: 0, ...SILENT }, 50, { kind: 'never', ...SILENT }],
    ['tells a refusal from silence', { dataUpdatedAt: 0, ...REFUSED }, 50, { kind: 'never', ...REFUSED }],
    ['is live right after an answer', { dataUpdatedAt: 1000, ...FINE }, 2500, { kind: 'live' }],
    [
      'is not live while passes are overdue',
      { dataUpdatedAt: 1000, ...FINE, overdue: ['updater'] },
      2500,
      { kind: 'overdue', roles: ['updater'] },
    ],
    ['is patient with a slow answer', { dataUpdatedAt: 1000, ...FINE }, 10_000, { kind: 'live' }],
    [
      'is stale once polls fail',
      { dataUpdatedAt: 1000, ...SILENT },
      4000,
      { kind: 'stale', ageMs: 3000, ...SILENT },
    ],
    [
      'is stale when nothing came for long',
      { dataUpdatedAt: 1000, ...FINE },
      61_000,
      { kind: 'stale', ageMs: 60_000, ...FINE },
    ],
    [
      'never shows a negative age',
      { dataUpdatedAt: 5000, ...SILENT },
      4000,
      { kind: 'stale', ageMs: 0, ...SILENT },
    ],
  ] as const)('%s', (_, query, nowMs, expected) => {
    expect(freshnessOf(query, nowMs)).toEqual(expected);
  });
});
