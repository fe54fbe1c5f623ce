import { describe, expect, it } from 'vitest';
import type { Pod } from '../../objects/types';
import { PastAttempts } from './past-attempts';

const KEY = 'shop/web';

describe('what is known of pods that were replaced for room', () => {
  it('counts each round once, by VPA, until the VPA is gone', () => {
    const memory = new PastAttempts(1_000);
    memory.replacedForCapacity(KEY, 1_000, 60_000);
    memory.replacedForCapacity(KEY, 2_000, 61_000);
    expect(memory.capacityTryOf(KEY)).toEqual({ atMs: 60_000, times: 1 });
    memory.replacedForCapacity(KEY, 90_000, 900_000);
    expect(memory.capacityTryOf(KEY)).toEqual({ atMs: 900_000, times: 2 });
    expect(memory.capacityTryOf('shop/other')).toBeUndefined();
    memory.keepOnlyVpas(new Set());
    expect(memory.capacityTryOf(KEY)).toBeUndefined();
  });
});

describe('what is known of resizes that wait', () => {
  const pods = (...uids: string[]) => uids.map((uid) => ({ metadata: { name: uid, uid } }) as Pod);

  it('waits longer each time one is taken back, whatever succeeds between, until the pod is gone', () => {
    const memory = new PastAttempts(1_000);
    const retryAt = () => memory.waitsOf(KEY).withdrawn.get('a')?.retryAtMs;
    memory.withdrew(KEY, 'a', 'deferred', 'no room', 0);
    expect(retryAt()).toBe(600_000);
    memory.succeeded(KEY, 'a');
    memory.withdrew(KEY, 'a', 'deferred', 'no room', 0);
    expect(retryAt()).toBe(1_200_000);
    memory.keepOnly(KEY, pods('b'));
    expect(retryAt()).toBeUndefined();
  });

  it('keeps since when a pod has no room, as long as it has none', () => {
    const memory = new PastAttempts(1_000);
    const since = () => memory.waitsOf(KEY).shortSince;
    memory.shortNow(KEY, ['a'], 1_000);
    const first = since();
    memory.shortNow(KEY, ['a'], 2_000);
    expect(since()).toBe(first);
    memory.shortNow(KEY, ['a', 'b'], 3_000);
    expect([...since()]).toEqual([
      ['a', 1_000],
      ['b', 3_000],
    ]);
    memory.shortNow(KEY, [], 4_000);
    expect(since().size).toBe(0);
  });
});
