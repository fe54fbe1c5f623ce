import { describe, expect, it } from 'vitest';
import { CPU_THROTTLED } from '../../model/other-signals';
import type { ContainerStatus, Pod } from '../../objects/types';
import { Happened } from './happened';

const NOW_MS = Date.UTC(2026, 2, 2);
const FROM_MS = NOW_MS - 86_400_000;

function podWith(name: string, status: Partial<ContainerStatus>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name, uid: name },
    spec: { containers: [{ name: 'app' }] },
    status: {
      containerStatuses: [{ name: 'app', ready: true, restartCount: 0, image: '', imageID: '', ...status }],
    },
  };
}

const running = { state: { running: { startedAt: new Date(FROM_MS).toISOString() } } };
const ended = (reason: string) => ({
  terminated: { exitCode: 137, reason, finishedAt: new Date(NOW_MS - 1000).toISOString() },
});
const kill = (times: number) => ({ namespace: 'shop', pod: 'web-1', container: 'app', atMs: NOW_MS, times });

describe('the kills of a container', () => {
  it.each<[string, (happened: Happened) => void, readonly string[], number | undefined]>([
    ['are unknown where nothing tells of them', () => undefined, ['web-1'], undefined],
    [
      'are unknown where cAdvisor alone tells, whose count is gone before most scrapes',
      (happened) => happened.take('oom-events', 'shop/web-1/app', 0),
      ['web-1'],
      undefined,
    ],
    [
      'are at least what cAdvisor told',
      (happened) => happened.take('oom-events', 'shop/web-1/app', 2),
      ['web-1'],
      2,
    ],
    [
      'are none where kube-state-metrics tells of the namespace',
      (happened) => happened.takeKills({ kills: [], toldOf: new Set(['shop']) }),
      ['web-1'],
      0,
    ],
    [
      'are unknown where it tells of another namespace',
      (happened) => happened.takeKills({ kills: [], toldOf: new Set(['bank']) }),
      ['web-1'],
      undefined,
    ],
    [
      'are what it told',
      (happened) => happened.takeKills({ kills: [kill(1), kill(2)], toldOf: new Set(['shop']) }),
      ['web-1', 'web-2'],
      3,
    ],
    [
      'are none where every pod has run from its start',
      (happened) => happened.takePods([podWith('web-1', running)], FROM_MS),
      ['web-1'],
      0,
    ],
    [
      'are unknown of pods that are gone',
      (happened) => happened.takePods([podWith('web-1', running)], FROM_MS),
      ['web-1', 'web-0'],
      undefined,
    ],
    [
      'are unknown before the last end, which is all that a status tells',
      (happened) =>
        happened.takePods(
          [podWith('web-1', { ...running, restartCount: 9, lastState: ended('Error') })],
          FROM_MS,
        ),
      ['web-1'],
      undefined,
    ],
    [
      'are that of a container that is not started again',
      (happened) => happened.takePods([podWith('web-1', { state: ended('OOMKilled') })], FROM_MS),
      ['web-1'],
      1,
    ],
    [
      'are none of a pod that was evicted, where the store tells of none',
      (happened) => {
        const evicted = { restartCount: 1, state: ended('ContainerStatusUnknown') };
        happened.takePods([podWith('web-1', evicted)], FROM_MS);
        happened.takeKills({ kills: [], toldOf: new Set(['shop']) });
      },
      ['web-1'],
      0,
    ],
  ])('%s', (_case, tell, pods, kills) => {
    const happened = new Happened();
    tell(happened);
    expect(happened.of('shop', pods, 'app').kills).toBe(kills);
  });
});

describe('the throttling of a container', () => {
  it('is unknown where no series is there, and 0 where one says so', () => {
    const happened = new Happened();
    happened.take(CPU_THROTTLED, 'shop/web-1/app', 0);
    expect(happened.of('shop', ['web-1'], 'app').throttled).toBe(0);
    expect(happened.of('shop', ['web-2'], 'app')).not.toHaveProperty('throttled');
  });
});
