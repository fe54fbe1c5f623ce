import { describe, expect, it } from 'vitest';
import type { PodPlan, VpaPlan } from '@/server/updater/plan/plan-types';
import { horizonOf, waitsFor } from './horizon';

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

  it('has a word for each bar and event that means just the pods counted there', () => {
    const pods = [0, -1, 1, 2 * HOUR, 2 * HOUR + 1, 3 * HOUR].map((afterMs) =>
      pod({ notBeforeMs: NOW + afterMs }),
    );
    pods.push(pod({ awaits: ['replicas-up'] }), pod({ decision: 'leave', awaits: ['replicas-up'] }));
    const { bars, events } = horizonOf(plan(...pods), NOW);
    const meant = (when: string) => pods.filter(waitsFor(when)).length;
    expect(bars.map((bar) => [bar.pods, meant(bar.when)])).toEqual([
      [3, 3],
      [2, 2],
      [1, 1],
    ]);
    expect(events.map(({ event, pods }) => [pods, meant(event)])).toEqual([[1, 1]]);
    expect(meant('')).toBe(0);
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
