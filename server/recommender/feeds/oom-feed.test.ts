import { describe, expect, it } from 'vitest';
import type { ServedVpa } from '../vpas/served-vpa';
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
      vpaStore: { list: () => [] },
      state: { recordOom: () => 'unknown-container', pod: () => undefined },
    } as unknown as OomFeedParts;
    new OomFeed(parts).count(NOW_MS, NOW_MS - 8 * DAY_MS);
    expect(requeued).toHaveLength(waiting);
  });
});

describe('an OOM kill that a checkpoint may have', () => {
  type Checkpoints = ServedVpa['checkpoints'];
  const READ_MS = NOW_MS - 60_000;

  it.each<
    [string, { isLive: boolean; agoMs: number; checkpoints: Checkpoints }, 'counts' | 'waits' | 'is known']
  >([
    ['counts if it is later', { isLive: false, agoMs: 30_000, checkpoints: 'loaded' }, 'counts'],
    ['is known if it is earlier', { isLive: false, agoMs: 90_000, checkpoints: 'loaded' }, 'is known'],
    ['waits for the checkpoint', { isLive: false, agoMs: 90_000, checkpoints: 'unread' }, 'waits'],
    ['waits however long that takes', { isLive: false, agoMs: 90_000, checkpoints: 'awaited' }, 'waits'],
    [
      'is known if it was seen live, while the process before wrote its last checkpoint',
      { isLive: true, agoMs: 90_000, checkpoints: 'loaded' },
      'is known',
    ],
    [
      'waits for the first checkpoint, seen live',
      { isLive: true, agoMs: 90_000, checkpoints: 'unread' },
      'waits',
    ],
    [
      'counts, seen live, if checkpoints stay away',
      { isLive: true, agoMs: 30_000, checkpoints: 'awaited' },
      'counts',
    ],
    [
      'waits until its time has come: a checkpoint has nothing later than itself',
      { isLive: true, agoMs: -2000, checkpoints: 'loaded' },
      'waits',
    ],
  ])('%s', (_case, { isLive, agoMs, checkpoints }, outcome) => {
    const oom = { namespace: 'shop', pod: 'web-1', container: 'app', atMs: NOW_MS - agoMs } as QueuedOom;
    const requeued: QueuedOom[] = [];
    const recorded: number[] = [];
    const served = {
      namespace: 'shop',
      target: { kind: 'found' },
      checkpoints,
      learnedUntilMs: new Map(checkpoints === 'loaded' ? [['app', READ_MS]] : []),
    };
    const parts = {
      pods: {
        drainOoms: () => [{ ...oom, beforeOurTime: !isLive }],
        requeue: (one: QueuedOom) => requeued.push(one),
      },
      vpaStore: { list: () => [served], get: () => served },
      state: {
        recordOom: (_: unknown, atMs: number) => {
          recorded.push(atMs);
          return 'accepted';
        },
        pod: () => ({ labels: {} }),
        vpasFor: () => [{ name: 'web' }],
      },
      recent: { note: () => undefined },
      keeper: { addHappening: () => undefined },
      metrics: { ooms: { inc: () => undefined } },
      log: { info: () => undefined },
    } as unknown as OomFeedParts;
    const learned = new OomFeed(parts).count(NOW_MS, NOW_MS - 8 * DAY_MS);
    expect([...learned]).toEqual(outcome === 'counts' ? [served] : []);
    expect([recorded.length, requeued.length]).toEqual(
      { counts: [1, 0], waits: [0, 1], 'is known': [0, 0] }[outcome],
    );
  });
});

it('what a kubelet evicted is learned from, and told as no kill', () => {
  const told: string[] = [];
  const tell = (source: QueuedOom['source']) => {
    const oom = { namespace: 'shop', pod: 'web-1', container: 'app', atMs: NOW_MS, source } as QueuedOom;
    const served = { namespace: 'shop', target: { kind: 'found' }, learnedUntilMs: new Map() };
    const learned = new OomFeed({
      pods: { drainOoms: () => [oom] },
      vpaStore: { list: () => [], get: () => served },
      state: { recordOom: () => 'accepted', pod: () => ({ labels: {} }), vpasFor: () => [{ name: 'web' }] },
      recent: { note: () => told.push(`counts ${source}`) },
      keeper: { addHappening: () => told.push(`marks ${source}`) },
      metrics: { ooms: { inc: () => undefined } },
      log: { info: () => undefined },
    } as unknown as OomFeedParts).count(NOW_MS, NOW_MS - DAY_MS);
    expect([...learned]).toEqual([served]);
  };
  tell('pod-evicted');
  expect(told).toEqual([]);
  tell('container-terminated');
  expect(told).toEqual(['counts container-terminated', 'marks container-terminated']);
});
