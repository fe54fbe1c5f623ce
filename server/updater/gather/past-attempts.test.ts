import { describe, expect, it } from 'vitest';
import type { Pod } from '../../objects/types';
import { PastAttempts } from './past-attempts';

const KEY = 'shop/web';

describe('what is known of pods that were replaced for room', () => {
  it('counts each round once, by VPA, until the VPA is gone', () => {
    const attempts = new PastAttempts(1_000);
    attempts.replacedForCapacity(KEY, 1_000, 60_000);
    attempts.replacedForCapacity(KEY, 2_000, 61_000);
    expect(attempts.capacityTryOf(KEY)).toEqual({ atMs: 60_000, times: 1 });
    attempts.replacedForCapacity(KEY, 90_000, 900_000);
    expect(attempts.capacityTryOf(KEY)).toEqual({ atMs: 900_000, times: 2 });
    expect(attempts.capacityTryOf('shop/other')).toBeUndefined();
    attempts.keepOnlyVpas(new Set());
    expect(attempts.capacityTryOf(KEY)).toBeUndefined();
  });
});

describe('what is known of resizes that wait', () => {
  const pods = (...uids: string[]) => uids.map((uid) => ({ metadata: { name: uid, uid } }) as Pod);

  it('waits longer each time one is taken back, whatever succeeds between, until the pod is gone', () => {
    const attempts = new PastAttempts(1_000);
    const retryAt = () => attempts.waitsOf(KEY).withdrawn.get('a')?.retryAtMs;
    attempts.withdrew(KEY, 'a', 'deferred', 'no room', 0);
    expect(retryAt()).toBe(600_000);
    attempts.succeeded(KEY, 'a');
    attempts.withdrew(KEY, 'a', 'deferred', 'no room', 0);
    expect(retryAt()).toBe(1_200_000);
    attempts.keepOnly(KEY, pods('b'));
    expect(retryAt()).toBeUndefined();
  });

  it('keeps since when a pod has no room, as long as it has none', () => {
    const attempts = new PastAttempts(1_000);
    const since = () => attempts.waitsOf(KEY).shortSince;
    attempts.shortNow(KEY, ['a'], 1_000);
    const first = since();
    attempts.shortNow(KEY, ['a'], 2_000);
    expect(since()).toBe(first);
    attempts.shortNow(KEY, ['a', 'b'], 3_000);
    expect([...since()]).toEqual([
      ['a', 1_000],
      ['b', 3_000],
    ]);
    attempts.shortNow(KEY, [], 4_000);
    expect(since().size).toBe(0);
  });
});
