import { expect, it } from 'vitest';
import { MovesSum } from '../../decide/features/graduation/target-moves';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { TargetTrack } from './target-track';

const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 7, 1);

function showing(cpu: string, memory = '100Mi'): VerticalPodAutoscaler {
  const target = { cpu, memory };
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {},
    status: { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } },
  };
}

/** What a track makes of targets by day. */
function moved(days: readonly [day: number, cpu: string][], nowDay: number, overDays = 7) {
  const track = new TargetTrack();
  for (const [day, cpu] of days) track.note(showing(cpu), T0 + day * DAY_MS, overDays * DAY_MS);
  const sum = new MovesSum();
  track.addTo(sum, T0 + (nowDay - overDays) * DAY_MS);
  const { coveredMs, change } = sum.result(T0 + nowDay * DAY_MS, true);
  return [coveredMs / DAY_MS, change?.share.toFixed(2)];
}

it.each<[string, [number, string][], number, [number, string | undefined]]>([
  ['nothing', [], 3, [0, undefined]],
  ['one target', [[0, '100m']], 3, [3, '0.00']],
  ['one target from before', [[0, '100m']], 30, [7, '0.00']],
  [
    'a target that rose',
    [
      [0, '100m'],
      [2, '200m'],
    ],
    3,
    [3, '0.50'],
  ],
  [
    'a target that fell',
    [
      [0, '200m'],
      [2, '100m'],
    ],
    3,
    [3, '1.00'],
  ],
  [
    'one that moved and came back',
    [
      [0, '100m'],
      [1, '150m'],
      [1.1, '100m'],
    ],
    3,
    [3, '0.50'],
  ],
  [
    'a move long ago',
    [
      [0, '100m'],
      [1, '200m'],
    ],
    20,
    [7, '0.00'],
  ],
  [
    'a move at the beginning of the time',
    [
      [0, '100m'],
      [14, '200m'],
    ],
    20,
    [7, '0.50'],
  ],
])('tells how far targets moved: %s', (_, days, nowDay, expected) => {
  expect(moved(days, nowDay)).toEqual(expected);
});

it('keeps a few amounts a day, however often targets change', () => {
  const track = new TargetTrack();
  for (let minute = 0; minute < 20_000; minute++)
    track.note(showing(`${100 + (minute % 50)}m`), T0 + minute * 60_000, 7 * DAY_MS);
  expect(
    JSON.stringify([...(track as unknown as { days: Map<string, unknown[]> }).days.values()]).length,
  ).toBeLessThan(4000);
});
