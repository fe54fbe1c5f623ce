import { expect, it } from 'vitest';
import type { Pod } from '../../objects/types';
import { WHOLE_POD } from '../../objects/whole-pod';
import { WholePodSums } from './whole-pod-sums';

const running = { running: { startedAt: '2026-01-01T00:00:00Z' } };

function pod(states: Record<string, object>): Pod {
  const names = Object.keys(states);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'shop' },
    spec: { containers: names.map((name) => ({ name })) },
    status: {
      phase: 'Running',
      containerStatuses: names.map((name) => ({
        name,
        ready: true,
        restartCount: 0,
        image: '',
        imageID: '',
        state: states[name],
      })),
    },
  };
}

const used = (container: string, cpuMillicores?: number, memoryBytes?: number, atMs = 1000) => ({
  namespace: 'shop',
  pod: 'web-1',
  container,
  atMs,
  cpuMillicores,
  memoryBytes,
});

function sumsOf(of: Pod, ...samples: ReturnType<typeof used>[]) {
  const sums = new WholePodSums();
  for (const sample of samples) sums.take(of, sample);
  return [...sums.sums()];
}

it('adds up what the containers of a pod use, as of the earliest', () => {
  expect(
    sumsOf(pod({ app: running, helper: running }), used('app', 100, 1000, 2000), used('helper', 20, 50)),
  ).toEqual([
    {
      namespace: 'shop',
      pod: 'web-1',
      container: WHOLE_POD,
      atMs: 1000,
      cpuMillicores: 120,
      memoryBytes: 1050,
    },
  ]);
});

it('has no sum while the sample of a running container is missing, and one without those that ended', () => {
  const waiting = { waiting: { reason: 'CrashLoopBackOff' } };
  expect(sumsOf(pod({ app: running, helper: running }), used('app', 100, 1000))).toEqual([]);
  expect(sumsOf(pod({ app: running, helper: waiting }), used('app', 100, 1000))).toMatchObject([
    { cpuMillicores: 100 },
  ]);
  expect(sumsOf(pod({ app: waiting }), used('app', 100, 1000))).toEqual([]);
});

it('has no sum of a resource that is not known of one', () => {
  const both = pod({ app: running, helper: running });
  expect(sumsOf(both, used('app', 100, 1000), used('helper', Number.NaN, 50))).toMatchObject([
    { cpuMillicores: undefined, memoryBytes: 1050 },
  ]);
  expect(sumsOf(both, used('app', 100, 1000), used('helper', 20, 0))).toMatchObject([
    { memoryBytes: undefined },
  ]);
});
