import { describe, expect, it } from 'vitest';
import { NOW_MS, pod } from '@/tests/support/plan-input';
import { seenPodOf } from './seen-pod';

const resizing = (type: string, reason: string) =>
  pod('web-0', {
    conditions: [{ type, status: 'True', reason, lastTransitionTime: new Date(NOW_MS).toISOString() }],
  });

it.each([
  ['PodResizePending', 'Infeasible', true],
  ['PodResizePending', 'Deferred', false],
  ['PodResizeInProgress', 'Error', false],
])('a resize is refused for good if it is infeasible: %s, %s', (type, reason, expected) => {
  expect(seenPodOf(resizing(type, reason))).toMatchObject({ isResizeRefused: expected, isResizing: true });
});

it.each([
  ['app', 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi. ', true],
  ['log', 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi. ', false],
  ['app', 'The node was low on resource: ephemeral-storage. ', false],
])('an eviction by the kubelet that names %s counts as its kill: %s', (named, message, isKill) => {
  const evicted = pod('web-0');
  const [started, finished] = [NOW_MS - 300_000, NOW_MS - 1000];
  const iso = (ms: number) => new Date(ms).toISOString();
  evicted.status = {
    phase: 'Failed',
    reason: 'Evicted',
    message: `${message}Container ${named} was using 4Gi, request is 64Mi, has larger consumption of memory. `,
    containerStatuses: [
      {
        name: 'app',
        ready: false,
        restartCount: 0,
        image: '',
        imageID: '',
        state: {
          terminated: {
            exitCode: 137,
            reason: 'Error',
            startedAt: iso(started),
            finishedAt: iso(finished),
          },
        },
      },
    ],
  };
  expect(seenPodOf(evicted).containers[0]?.killed).toEqual(
    isKill ? { startedMs: started, finishedMs: finished } : undefined,
  );
});

describe('an eviction by the kubelet for what a container wrote to the disk', () => {
  const iso = (ms: number) => new Date(ms).toISOString();
  const life = { startedMs: NOW_MS - 300_000, finishedMs: NOW_MS - 1000 };

  function evicted(message: string, saysMore = true) {
    const one = pod('web-0', { requests: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '2Gi' } });
    const terminated = {
      exitCode: 137,
      reason: 'Error',
      startedAt: iso(life.startedMs),
      finishedAt: iso(life.finishedMs),
    };
    one.status = {
      phase: 'Failed',
      reason: 'Evicted',
      message,
      startTime: iso(life.startedMs),
      conditions: [{ type: 'DisruptionTarget', status: 'True', lastTransitionTime: iso(life.finishedMs) }],
      ...(saysMore && {
        containerStatuses: [
          { name: 'app', ready: false, restartCount: 0, image: '', imageID: '', state: { terminated } },
        ],
      }),
    };
    return seenPodOf(one).containers[0];
  }

  it.each([
    ['its own limit', 'Container app exceeded its local ephemeral storage limit "100Mi". ', life],
    ['the limit of another', 'Container log exceeded its local ephemeral storage limit "100Mi". ', undefined],
    [
      'the limits of all',
      'Pod ephemeral local storage usage exceeds the total limit of containers 200Mi. ',
      life,
    ],
    [
      'its share of a node that is low on it',
      'The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi, available: 9Mi. Container app was using 300Mi, request is 100Mi, has larger consumption of ephemeral-storage. ',
      life,
    ],
    ['a volume', 'Usage of EmptyDir volume "cache" exceeds the limit "100Mi". ', undefined],
  ])('counts if it is for %s', (_what, message, expected) => {
    expect(evicted(message)).toMatchObject({ requests: { 'ephemeral-storage': 2 * 2 ** 30 } });
    expect(evicted(message)?.filled).toEqual(expected);
    expect(evicted(message)?.killed).toBeUndefined();
  });

  it('is known by the condition of the pod if nothing is said of its containers', () => {
    expect(
      evicted('Container app exceeded its local ephemeral storage limit "1Mi". ', false)?.filled,
    ).toEqual(life);
  });
});
