import { describe, expect, it } from 'vitest';
import { PastAttempts } from './past-attempts';

const KEY = 'shop/web';

describe('what is known of pods that were replaced for room', () => {
  it('counts each round once, by VPA, until the VPA is gone', () => {
    const memory = new PastAttempts(1_000);
    memory.replacedForRoom(KEY, 1_000, 60_000);
    memory.replacedForRoom(KEY, 2_000, 61_000);
    expect(memory.roomTryOf(KEY)).toEqual({ atMs: 60_000, times: 1 });
    memory.replacedForRoom(KEY, 90_000, 900_000);
    expect(memory.roomTryOf(KEY)).toEqual({ atMs: 900_000, times: 2 });
    expect(memory.roomTryOf('shop/other')).toBeUndefined();
    memory.keepOnlyVpas(new Set());
    expect(memory.roomTryOf(KEY)).toBeUndefined();
  });
});
