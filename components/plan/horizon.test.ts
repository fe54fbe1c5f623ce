import { describe, expect, it } from 'vitest';
import type { PodPlan, VpaPlan } from '@/server/updater/plan-types';
import { horizonOf } from './horizon';

const NOW = 1_000_000;
const HOUR = 3_600_000;
let made = 0;
const pod = (change: Partial<PodPlan>): PodPlan => ({
  name: `pod-${++made}`,
  uid: String(made),
  decision: 'wait',
  reasons: [],
  priority: { outsideRecommendedRange: false, scaleUp: false, resourceDiff: 0 },
  changes: [],
  awaits: [],
  ...change,
});
const plan = (...pods: PodPlan[]): VpaPlan[] => [
  {
    namespace: 'shop',
    name: 'web',
    updateMode: 'Recreate',
    target: { kind: 'Deployment', name: 'web' },
    pods,
  },
];

describe('the plan over time', () => {
  it('tells what is done now from what waits for a moment or an event', () => {
    const { now, bars, events, timed } = horizonOf(
      plan(
        pod({ decision: 'evict' }),
        pod({ decision: 'leave' }),
        pod({ notBeforeMs: NOW + 2 * HOUR }),
        pod({ notBeforeMs: NOW + 2 * HOUR + 1 }),
        pod({ notBeforeMs: NOW - HOUR }),
        pod({ awaits: ['replicas-up'] }),
      ),
      NOW,
    );
    expect(now).toEqual({ evict: 1, resize: 0 });
    expect(timed).toBe(3);
    expect(bars.map((bar) => [bar.at, bar.pods, bar.fromMs, bar.vpas])).toEqual([
      [0, 1, NOW, ['shop/web']],
      [expect.closeTo(24 / 36, 5), 2, NOW + 2 * HOUR, ['shop/web']],
    ]);
    expect(events).toEqual([{ event: 'replicas-up', words: 'more replicas run', pods: 1 }]);
  });

  it.each([
    [0, 1],
    [30 * 60_000, 3],
    [9.5 * HOUR, 4],
    [70 * 24 * HOUR, 4],
  ])('has few ticks for %d ms, the last beyond it', (longestMs, count) => {
    const { ticks, bars } = horizonOf(plan(pod({ notBeforeMs: NOW + longestMs })), NOW);
    expect(ticks.length - 1).toBe(count);
    expect(ticks.at(-1)?.at).toBe(1);
    expect(ticks.at(-1)?.afterMs).toBeGreaterThanOrEqual(longestMs);
    expect(bars).toHaveLength(1);
  });
});
