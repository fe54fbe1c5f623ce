import { describe, expect, it } from 'vitest';
import { backOffAfter, type CrashBackOff } from '@/sandbox/kubelet/crash-back-off';

describe('the crash back-off', () => {
  it('restarts at once, then waits 10 s doubling to 5 min', () => {
    const delays: number[] = [];
    let state: CrashBackOff | undefined;
    let nowMs = 0;
    for (let crash = 0; crash < 8; crash++) {
      const next = backOffAfter(state, nowMs);
      delays.push(next.delayMs / 1000);
      state = next.state;
      nowMs += next.delayMs + 5000;
    }
    expect(delays).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('resets after the container ran for more than ten minutes', () => {
    const { state } = backOffAfter(undefined, 0);
    expect(backOffAfter(state, 10 * 60_000).delayMs).toBe(10_000);
    expect(backOffAfter(state, 10 * 60_000 + 1).delayMs).toBe(0);
  });
});
