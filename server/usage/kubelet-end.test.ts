import { describe, expect, it } from 'vitest';
import type { Condition, Pod } from '../objects/types';
import { kubeletEndOf } from './kubelet-end';

const AT = '2026-08-01T11:00:00Z';
const disrupted = (reason: string): Condition => ({
  type: 'DisruptionTarget',
  status: 'True',
  reason,
  lastTransitionTime: AT,
});
const pod = (status: Pod['status']): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1' },
  spec: { containers: [{ name: 'app' }] },
  status,
});
const SHORT = 'The node was low on resource: ephemeral-storage. ';

describe('a pod that a kubelet ended', () => {
  it.each<[string, Pod['status'], object | undefined]>([
    [
      'evicted for want on its node',
      {
        phase: 'Failed',
        reason: 'Evicted',
        message: SHORT,
        conditions: [disrupted('TerminationByKubelet')],
      },
      { kind: 'evicted', atMs: Date.parse(AT), detail: SHORT.trim() },
    ],
    [
      'ended for a critical pod, which is no eviction',
      {
        phase: 'Failed',
        reason: 'Preempting',
        message: 'Preempted in order to admit critical pod',
        conditions: [disrupted('TerminationByKubelet')],
      },
      { kind: 'preempted', atMs: Date.parse(AT), detail: 'Preempted in order to admit critical pod' },
    ],
    [
      'evicted by a kubelet that writes no condition: when its container ended',
      {
        phase: 'Failed',
        reason: 'Evicted',
        containerStatuses: [
          {
            name: 'app',
            ready: false,
            restartCount: 0,
            image: '',
            imageID: '',
            state: { terminated: { exitCode: 137, finishedAt: AT } },
          },
        ],
      },
      { kind: 'evicted', atMs: Date.parse(AT), detail: 'Evicted' },
    ],
    [
      'not one that the scheduler preempted',
      { phase: 'Failed', reason: 'Preempting', conditions: [disrupted('PreemptionByScheduler')] },
      undefined,
    ],
    [
      'not one that was evicted by the API',
      { phase: 'Running', conditions: [disrupted('EvictionByEvictionAPI')] },
      undefined,
    ],
    ['not one that failed by itself', { phase: 'Failed', reason: 'DeadlineExceeded' }, undefined],
    ['not one of which nothing says when', { phase: 'Failed', reason: 'Evicted' }, undefined],
    [
      'not one whose conditions cannot be read',
      { phase: 'Failed', reason: 'Evicted', conditions: 'x' as never },
      undefined,
    ],
  ])('%s', (_case, status, expected) => {
    expect(kubeletEndOf(pod(status))).toEqual(expected);
  });
});
