import { expect, it } from 'vitest';
import { NOW_MS, pod } from '@/tests/support/plan-input';
import { sightOf } from './pod-sight';

const resizing = (type: string, reason: string) =>
  pod('web-0', {
    conditions: [{ type, status: 'True', reason, lastTransitionTime: new Date(NOW_MS).toISOString() }],
  });

it.each([
  ['PodResizePending', 'Infeasible', true],
  ['PodResizePending', 'Deferred', false],
  ['PodResizeInProgress', 'Error', false],
])('a resize is refused for good if it is infeasible: %s, %s', (type, reason, expected) => {
  expect(sightOf(resizing(type, reason))).toMatchObject({ isResizeRefused: expected, isResizing: true });
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
  expect(sightOf(evicted).containers[0]?.killed).toEqual(
    isKill ? { startedMs: started, finishedMs: finished } : undefined,
  );
});
