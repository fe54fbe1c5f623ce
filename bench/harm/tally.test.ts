import { expect, it } from 'vitest';
import type { Pod, Workload } from '@/server/objects/types';
import { type Harm, HarmTally, worseThan } from './tally';

const HOUR_MS = 3_600_000;
const pod = (uid: string, status: Pod['status']): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: uid, uid },
  spec: { containers: [{ name: 'app' }] },
  status,
});
const killed = (uid: string, finishedAt: string) =>
  pod(uid, {
    containerStatuses: [
      {
        name: 'app',
        ready: true,
        restartCount: 1,
        image: '',
        imageID: '',
        lastState: { terminated: { exitCode: 137, reason: 'OOMKilled', finishedAt } },
      },
    ],
  });
const web = (replicas: number, readyReplicas?: number): Workload =>
  ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { replicas },
    status: { readyReplicas },
  }) as Workload;

it('counts each kill and each eviction by a kubelet once, however often it is told', () => {
  const tally = new HarmTally();
  for (const at of ['1', '1', '2']) tally.pod(killed('a', at));
  tally.pod(killed('b', '1'));
  for (let times = 0; times < 2; times++) tally.pod(pod('c', { phase: 'Failed', reason: 'Evicted' }));
  expect(tally.harm(3)).toMatchObject({ evictions: 3, kills: 3, kubeletEvictions: 1 });
});

it('adds up the replicas that are missing, for as long as they are', () => {
  const tally = new HarmTally();
  tally.workloads([web(3)], 0);
  tally.workloads([web(3, 1)], HOUR_MS);
  tally.workloads([web(3, 3)], 3 * HOUR_MS);
  expect(tally.harm(0).missingHours).toBe(2);
});

it('tells pods that are away for a change from those that are missing, for ten minutes at most', () => {
  const tally = new HarmTally();
  const evicted: Pod = {
    ...pod('a', {
      conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }],
    }),
    metadata: {
      name: 'web-5f-a',
      uid: 'a',
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5f', uid: 'r', controller: true },
      ],
    },
  };
  tally.workloads([web(3, 3)], 0);
  tally.pod(evicted, 0);
  tally.workloads([web(3, 1)], HOUR_MS / 6);
  tally.workloads([web(3, 2)], HOUR_MS / 2);
  expect(tally.harm(1)).toMatchObject({ awayHours: 1 / 6, missingHours: 1 / 6 + 1 / 3 });
});

it('counts nothing after its end, however late the last look is', () => {
  const tally = new HarmTally(2 * HOUR_MS);
  const counter = (value: number) =>
    `container_cpu_cfs_throttled_periods_total{pod="a",container="app"} ${value}\n`;
  for (const hour of [0, 1, 3]) {
    tally.workloads([web(1, 0)], hour * HOUR_MS);
    tally.counters(counter(hour * 36_000), hour * HOUR_MS);
  }
  expect(tally.harm(0)).toMatchObject({ missingHours: 2, throttledHours: 2 });
});

it('counts throttled periods of containers that begin anew', () => {
  const tally = new HarmTally();
  const counter = (value: number) =>
    `# TYPE x counter\ncontainer_cpu_cfs_throttled_periods_total{pod="a",container="app"} ${value}\n`;
  for (const [hour, value] of [7_000, 25_000, 43_000, 18_000].entries())
    tally.counters(counter(value), hour * HOUR_MS);
  expect(tally.harm(0).throttledHours).toBe(1.5);
});

it('tells pods that are ended for a critical one, and how long a deferred resize holds room', () => {
  const tally = new HarmTally();
  tally.pod(pod('a', { phase: 'Failed', reason: 'Preempting' }));
  const resized = (cpu: string, uid = 'b'): Pod => ({
    ...pod(uid, {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }],
      containerStatuses: [
        {
          name: 'app',
          ready: true,
          restartCount: 0,
          image: '',
          imageID: '',
          allocatedResources: { cpu: '1' },
        },
      ],
    }),
    spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }] },
  });
  tally.pod(resized('2'), 0);
  tally.pod(resized('500m', 'c'), 0);
  tally.pod(resized('1'), 180_000);
  tally.workloads([], 600_000);
  expect(tally.harm(0)).toMatchObject({ preempted: 1, heldMinutes: 3 });
});

it.each(['kubeletEvictions', 'preempted', 'kills', 'throttledHours', 'missingHours'] as const)(
  'names %s where it is worse, and nothing where all is the same or better',
  (column) => {
    const off: Harm = {
      evictions: 0,
      kubeletEvictions: 2,
      preempted: 2,
      heldMinutes: 0,
      kills: 2,
      throttledHours: 2,
      missingHours: 2,
      awayHours: 0,
    };
    expect(worseThan(off, { ...off, [column]: 2.2, evictions: 9, heldMinutes: 9, awayHours: 9 })).toEqual([
      column,
    ]);
    expect(worseThan(off, { ...off, [column]: 1 })).toEqual([]);
    expect(worseThan(off, off)).toEqual([]);
  },
);

it('compares hours as the table shows them, and makes up for none by another column', () => {
  const off: Harm = {
    evictions: 0,
    kubeletEvictions: 0,
    preempted: 0,
    heldMinutes: 0,
    kills: 0,
    throttledHours: 2,
    missingHours: 3,
    awayHours: 0,
  };
  expect(worseThan(off, { ...off, throttledHours: 2.04 })).toEqual([]);
  expect(worseThan(off, { ...off, missingHours: 2, throttledHours: 2.06 })).toEqual(['throttledHours']);
  expect(worseThan(off, { ...off, missingHours: 4, throttledHours: 2 })).toEqual(['missingHours']);
});
