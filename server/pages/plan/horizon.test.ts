import { describe, expect, it } from 'vitest';
import { podPlan, vpaPlan, waitingPod } from '@/tests/support/plans';
import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import { horizonTally, isWhen, waitsFor } from './horizon';
import { groupsOf } from './pod-groups';

const NOW = 1_000_000;
const HOUR = 3_600_000;
const waits = (afterMs: number) => waitingPod('pod', NOW + afterMs);
const awaits = (decision: 'wait' | 'leave' = 'wait') => podPlan('pod', { decision, awaits: ['replicas-up'] });

function horizonOf(...vpas: VpaPlan[]) {
  const tally = horizonTally(NOW);
  for (const vpa of vpas) for (const group of groupsOf(vpa)) tally.add(group, vpa);
  return tally.result();
}
const ofPods = (...pods: PodPlan[]) => horizonOf(vpaPlan('web', pods));

describe('the plan over time', () => {
  it('separates what is done now from what waits for a time or an event', () => {
    const { now, bars, events, timed } = ofPods(
      podPlan('pod', { decision: 'evict' }),
      podPlan('pod'),
      waits(2 * HOUR),
      waits(2 * HOUR + 1),
      waits(-HOUR),
      awaits(),
    );
    expect(now).toEqual({ evict: 1, resize: 0 });
    expect(timed).toBe(3);
    expect(bars.map((bar) => [bar.at, bar.pods, bar.fromMs, bar.vpas, bar.moreVpas])).toEqual([
      [0, 1, NOW, ['shop/web'], 0],
      [expect.closeTo(24 / 36, 5), 2, NOW + 2 * HOUR, ['shop/web'], 0],
    ]);
    expect(events).toEqual([{ event: 'replicas-up', pods: 1 }]);
  });

  it('names the first VPAs of a bar and counts the others', () => {
    const vpas = ['a', 'b', 'c', 'd', 'e'].map((name) => vpaPlan(name, [waits(HOUR), waits(HOUR)]));
    expect(horizonOf(...vpas).bars).toMatchObject([
      { pods: 10, vpas: ['shop/a', 'shop/b', 'shop/c'], moreVpas: 2 },
    ]);
  });

  it('has a word for each bar and event that selects exactly the pods counted there', () => {
    const pods = [0, -1, 1, 2 * HOUR, 2 * HOUR + 1, 3 * HOUR].map(waits);
    pods.push(awaits(), awaits('leave'));
    const { bars, events } = ofPods(...pods);
    const meant = (when: string) => pods.filter(waitsFor(when)).length;
    expect(bars.map((bar) => [bar.pods, meant(bar.when), isWhen(bar.when)])).toEqual([
      [3, 3, true],
      [2, 2, true],
      [1, 1, true],
    ]);
    expect(events.map(({ event, pods }) => [pods, meant(event), isWhen(event)])).toEqual([[1, 1, true]]);
    expect(meant('')).toBe(0);
  });

  it.each(['garbage', 'toString', '1-', '1-2-3', '-5', '1e3-2e3'])('rejects the time %s', (when) => {
    expect(isWhen(when)).toBe(false);
  });

  it.each([
    [0, 1],
    [30 * 60_000, 3],
    [9.5 * HOUR, 4],
    [70 * 24 * HOUR, 4],
  ])('has few ticks for %d ms, the last beyond it', (longestMs, count) => {
    const { ticks, bars } = ofPods(waits(longestMs));
    expect(ticks.length - 1).toBe(count);
    expect(ticks.at(-1)?.at).toBe(1);
    expect(ticks.at(-1)?.afterMs).toBeGreaterThanOrEqual(longestMs);
    expect(bars).toHaveLength(1);
  });
});
