import { describe, expect, it } from 'vitest';
import { evidenceOf, REASONS, type Reason, reasonText } from '.';

const NOW = 10_000_000;
const MINUTE = 60_000;

const MIB = 2 ** 20;

const CASES: [reason: Reason, words: string][] = [
  [
    { code: 'disruption-budget', budget: 'web', allowed: 0, healthy: 2, desired: 2, expected: 3 },
    'web wants 2 healthy pods; 2 of 3 are healthy',
  ],
  [
    { code: 'disruption-budget', budget: 'web', allowed: 1, healthy: 3, desired: 2 },
    'web wants 2 healthy pods; 3 are healthy, and the 1 eviction it allows is taken',
  ],
  [
    {
      code: 'budget-never-allows',
      budget: 'web',
      rule: 'minAvailable: 3',
      healthy: 3,
      desired: 3,
      expected: 3,
    },
    'web (minAvailable: 3) wants 3 of 3 pods healthy; none is down',
  ],
  [{ code: 'cluster-unfollowed', kinds: 'pods, nodes' }, 'not watched: pods, nodes'],
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
    'web requests 500m of CPU, above the upper bound of 400m; the target is 300m',
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
    'web requests 128 MiB of memory, below the lower bound of 192 MiB; the target is 256 MiB',
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
    'web requests 249.7 MiB of memory, below the lower bound of 250 MiB; the target is 300 MiB',
  ],
  [
    {
      code: 'oom-killed',
      container: 'web',
      startedMs: NOW - 9 * MINUTE,
      finishedMs: NOW - 4 * MINUTE,
      withinMs: 10 * MINUTE,
    },
    'web was killed 5 min after its start, 4 min ago; within 10 min counts as soon',
  ],
  [
    {
      code: 'too-young',
      difference: 0.42,
      threshold: 0.1,
      startedMs: NOW - 30 * MINUTE,
      minimumAgeMs: 12 * 60 * MINUTE,
    },
    'waits until it is 12 h old (now 30 min); requests differ by 42 %, 10 % needed',
  ],
  [
    { code: 'exceeds-quota', quota: 'small', resource: 'cpu', asked: 2500, room: 2000 },
    'ResourceQuota small: asks for 2.5 cores of CPU, 2 cores would fit (+500m)',
  ],
  [
    { code: 'exceeds-quota', quota: 'small', resource: 'memory', asked: 500 * 2 ** 20, room: -110 * 2 ** 20 },
    'ResourceQuota small: asks for 500 MiB of memory; the quota is already exceeded by 110 MiB',
  ],
  [
    {
      code: 'exceeds-largest-node',
      resource: 'memory',
      asked: 45.7 * 2 ** 30,
      room: 31.5 * 2 ** 30,
      target: 31.5 * 2 ** 30,
    },
    'the largest node cuts the target to 31.5 GiB of memory; the usage needs 45.7 GiB',
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
    'Deployment shop/web: 4 of 6 run, 1 pod chosen, 3 may be unavailable',
  ],
  [{ code: 'stopped', scope: 'all', who: 'ann', atMs: NOW - MINUTE }, 'everything, by ann 1 min ago'],
  [
    { code: 'resize-under-way', state: 'deferred', sinceMs: NOW - 2 * MINUTE, message: 'no room' },
    'deferred for 2 min: no room',
  ],
  [{ code: 'resize-under-way', state: 'asked', message: '' }, 'asked for'],
  [{ code: 'mode-off' }, ''],
];

/** Amounts that a sentence compares. */
const CLOSE: [reason: Reason, words: string][] = [
  [
    {
      code: 'outside-bounds',
      container: 'web',
      resource: 'memory',
      request: 249.98 * MIB,
      target: 300 * MIB,
      lowerBound: 250 * MIB,
      upperBound: 1e14,
    },
    'A request is outside the recommended bounds: web requests 249.98 MiB of memory, below the lower bound of 250 MiB; the target is 300 MiB.',
  ],
  [
    { code: 'exceeds-quota', quota: 'small', resource: 'cpu', asked: 1015, room: 1014 },
    'The quota of the namespace has no room for the recommended requests: ResourceQuota small: asks for 1.02 cores of CPU, 1.01 cores would fit (+1m).',
  ],
  [
    {
      code: 'exceeds-limit-range',
      limitRange: 'Pod',
      resource: 'memory',
      asked: 250 * MIB + 1,
      room: 250 * MIB,
    },
    'The recommended requests break a LimitRange of the namespace: LimitRange of type Pod: asks for 262,144,001 B of memory, 262,144,000 B would fit (+1 B).',
  ],
];

describe('a reason as a sentence', () => {
  it.each(CLOSE)('never compares two amounts that read the same: $code', (reason, words) => {
    expect(reasonText(reason, NOW)).toBe(words);
  });

  it('is the sentence alone if there are no numbers', () => {
    expect(reasonText({ code: 'mode-off' }, NOW)).toBe('Update mode Off only recommends.');
  });

  it.each(Object.entries(REASONS))('ends with a full stop and has no number: %s', (_, { sentence }) => {
    expect(sentence).toMatch(/^[A-Z][^0-9]*\.$/);
  });
});

describe('the evidence behind a reason', () => {
  it.each(CASES)('of $code has its numbers', (reason, words) => {
    expect(evidenceOf(reason, NOW)).toBe(words);
  });
});
