import { describe, expect, it } from 'vitest';
import { OomFeed, type OomFeedParts } from './oom-feed';
import type { QueuedOom } from './pod-feed';

const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
const DAY_MS = 86_400_000;

describe('an OOM of an unknown pod', () => {
  it.each<[string, number, number]>([
    ['waits a few minutes for it', NOW_MS - 60_000, 1],
    ['waits for it where the clock of its node is a little ahead', NOW_MS + 60_000, 1],
    ['is dropped after that', NOW_MS - 10 * 60_000, 0],
    ['is dropped when it is dated far ahead, and never waits for that day', NOW_MS + 365 * DAY_MS, 0],
  ])('%s', (_case, atMs, waiting) => {
    const oom = { namespace: 'shop', pod: 'gone', container: 'app', atMs, beforeOurTime: false } as QueuedOom;
    const requeued: QueuedOom[] = [];
    const parts = {
      pods: { drainOoms: () => [oom], requeue: (one: QueuedOom) => requeued.push(one) },
      state: { recordOom: () => 'unknown-container', pod: () => undefined },
    } as unknown as OomFeedParts;
    new OomFeed(parts).count(NOW_MS, NOW_MS - 8 * DAY_MS);
    expect(requeued).toHaveLength(waiting);
  });
});
