import { describe, expect, it } from 'vitest';
import type { Reason } from '@/server/words/reasons';
import { evidenceWords } from './evidence';

const NOW = 10_000_000;
const MINUTE = 60_000;

const CASES: [reason: Reason, words: string][] = [
  [{ code: 'cluster-unfollowed', kinds: 'pods, nodes' }, 'not followed: pods, nodes'],
  [
    {
      code: 'pods-unpatched',
      message: '2 pods were created without the recommendation, the last at 2026-08-01T12:00:00Z',
      sinceMs: NOW - 4 * MINUTE,
    },
    '2 pods were created without the recommendation, the last at 1 Aug 2026, 12:00:00 UTC; the first 4 min ago',
  ],
  [
    {
      code: 'outside-bounds',
      container: 'web',
      resource: 'cpu',
      request: 500,
      target: 300,
      lowerBound: 200,
      upperBound: 400,
    },
    'web requests 500m CPU, above the upper bound of 400m',
  ],
  [
    {
      code: 'outside-bounds',
      container: 'web',
      resource: 'memory',
      request: 2 ** 27,
      target: 2 ** 28,
      lowerBound: 1.5 * 2 ** 27,
    },
    'web requests 128 MiB memory, below the lower bound of 192 MiB',
  ],
  [
    {
      code: 'outside-bounds',
      container: 'web',
      resource: 'memory',
      request: 249.7 * 2 ** 20,
      target: 300 * 2 ** 20,
      lowerBound: 250 * 2 ** 20,
    },
    'web requests 249.7 MiB memory, below the lower bound of 250 MiB',
  ],
  [
    {
      code: 'oom-killed',
      container: 'web',
      startedMs: NOW - 9 * MINUTE,
      finishedMs: NOW - 4 * MINUTE,
      withinMs: 10 * MINUTE,
    },
    'web was killed 5 min after its start, 4 min ago',
  ],
  [
    {
      code: 'too-young',
      difference: 0.42,
      threshold: 0.1,
      startedMs: NOW - 30 * MINUTE,
      minimumAgeMs: 12 * 60 * MINUTE,
    },
    'difference 42 %, threshold 10 %; runs for 30 min of 12 h',
  ],
  [
    { code: 'exceeds-quota', quota: 'small', resource: 'cpu', asked: 2500, room: 2000 },
    'ResourceQuota small: asks 2.5 cores CPU where 2 cores fits (+500m)',
  ],
  [
    {
      code: 'tolerance-used-up',
      controller: 'Deployment shop/web',
      configured: 6,
      running: 4,
      tolerance: 3,
      chosen: 1,
    },
    'Deployment shop/web: 4 of 6 run, 1 pod chosen, 3 may be away',
  ],
  [{ code: 'stopped', scope: 'all', who: 'ann', atMs: NOW - MINUTE }, 'everything, by ann 1 min ago'],
  [
    { code: 'resize-under-way', state: 'deferred', sinceMs: NOW - 2 * MINUTE, message: 'no room' },
    'deferred for 2 min: no room',
  ],
  [{ code: 'resize-under-way', state: 'asked', message: '' }, 'asked for'],
  [{ code: 'mode-off' }, ''],
];

describe('the evidence behind a reason', () => {
  it.each(CASES)('$code is told with its numbers', (reason, words) => {
    expect(evidenceWords(reason, NOW)).toBe(words);
  });
});
