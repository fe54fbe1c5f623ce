import { describe, expect, it } from 'vitest';
import type { KubeEvent, Pod, Workload } from '../../objects/types';
import { pendingPods, refusedPods } from './pod-troubles';

const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
const SAID = 'admission webhook "x" denied the request';

function workload(spec: Workload['spec'], status: Workload['status']): Workload {
  return { apiVersion: 'apps/v1', kind: 'X', metadata: { name: 'web', namespace: 'shop' }, spec, status };
}

function event(lastTimestamp: string): KubeEvent {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'web.1', namespace: 'shop' },
    involvedObject: { kind: 'StatefulSet', namespace: 'shop', name: 'web' },
    message: SAID,
    firstTimestamp: '2026-08-01T11:00:00Z',
    lastTimestamp,
  };
}

const FAILURE = {
  type: 'ReplicaFailure',
  status: 'True',
  reason: 'FailedCreate',
  message: SAID,
  lastTransitionTime: '2026-08-01T11:30:00Z',
} as const;
const RECENT = [event('2026-08-01T11:58:00Z')];

describe('pods that are refused', () => {
  it.each([
    ['a Deployment', 'deployments', workload({ replicas: 2 }, { conditions: [FAILURE] }), [], '11:30'],
    ['a ReplicaSet', 'replicaSets', workload({ replicas: 2 }, { conditions: [FAILURE] }), [], '11:30'],
    ['a StatefulSet', 'statefulSets', workload({ replicas: 2 }, { replicas: 1 }), RECENT, '11:00'],
    [
      'a DaemonSet',
      'daemonSets',
      workload({}, { desiredNumberScheduled: 2, currentNumberScheduled: 0 }),
      RECENT,
      '11:00',
    ],
    ['a Job', 'jobs', workload({}, {}), RECENT, '11:00'],
  ] as const)('are reported in the words of the API server: %s', (_, kind, object, events, since) => {
    expect(refusedPods(kind, object, () => events, NOW_MS)).toMatchObject({
      message: SAID,
      sinceMs: Date.parse(`2026-08-01T${since}:00Z`),
    });
  });

  it.each([
    ['the condition is over', 'deployments', { conditions: [{ ...FAILURE, status: 'False' as const }] }, []],
    ['nobody says anything', 'statefulSets', { replicas: 1 }, []],
    ['all pods have come since', 'statefulSets', { replicas: 2 }, RECENT],
    ['that was long ago', 'statefulSets', { replicas: 1 }, [event('2026-08-01T11:00:00Z')]],
    ['the Job is done', 'jobs', { completionTime: '2026-08-01T11:59:00Z' }, RECENT],
  ] as const)('are not reported if %s', (_, kind, status, events) => {
    const object = workload({ replicas: 2 }, status as unknown as Workload['status']);
    expect(refusedPods(kind, object, () => events, NOW_MS)).toBeUndefined();
  });

  it.each([
    ['newer than the condition', '2026-08-01T11:58:00Z', 'asks for less now'],
    ['older than the condition', '2026-08-01T11:20:00Z', SAID],
  ])('are reported as refused last if an event is %s', (_, at, message) => {
    const object = workload({ replicas: 2 }, { conditions: [FAILURE] });
    const events = [event('2026-08-01T11:00:00Z'), { ...event(at), message: 'asks for less now' }];
    const isNewer = message !== SAID;
    expect(refusedPods('deployments', object, () => events, NOW_MS)).toEqual({
      message,
      missing: 2,
      sinceMs: Date.parse('2026-08-01T11:30:00Z'),
      ...(isNewer && { lastMs: Date.parse(at) }),
    });
  });
});

describe('pods that are Pending', () => {
  const pod = (status: Pod['status']): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'shop', creationTimestamp: '2026-08-01T11:00:00Z' },
    spec: { containers: [{ name: 'app' }] },
    status,
  });
  const NO_NODE = '0/2 nodes are available: 2 Insufficient cpu.';
  const unscheduled = pod({
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: NO_NODE,
        lastTransitionTime: '2026-08-01T11:10:00Z',
      },
    ],
  });
  const pulling = pod({
    phase: 'Pending',
    containerStatuses: [
      {
        name: 'app',
        ready: false,
        restartCount: 0,
        image: '',
        imageID: '',
        state: { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } },
      },
    ],
  });
  const running = pod({ phase: 'Running' });

  it.each([
    ['in the words of the scheduler', [running, unscheduled], 1, NO_NODE, '11:10'],
    [
      'in the words of the kubelet',
      [pulling, running],
      1,
      'container app: ImagePullBackOff: no such image',
      '11:00',
    ],
    ['with nothing said', [pod({ phase: 'Pending' }), pod(undefined)], 2, undefined, '11:00'],
  ] as const)('are reported %s', (_, pods, pending, message, since) => {
    const sinceMs = Date.parse(`2026-08-01T${since}:00Z`);
    const told = { pods: pending, of: 2, message, sinceMs };
    expect(pendingPods(pods, sinceMs + 120_000)).toEqual({ ...told, isStuck: false });
    expect(pendingPods(pods, sinceMs + 120_001)).toEqual({ ...told, isStuck: true });
  });

  it('are not reported if all run', () => {
    expect(pendingPods([running], 0)).toBeUndefined();
  });
});
