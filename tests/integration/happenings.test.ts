import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPast } from '@/server/pages/past/read-past';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster;
let recommending: Recommending;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1', 'web-2']);
  await cluster.autoscaler('web');
  for (const pod of ['web-1', 'web-2'])
    cluster.usage.set(`shop/${pod}`, { app: { cpu: '100m', memory: '90Mi' } });
  recommending = await Recommending.start(cluster);
});
afterEach(async () => {
  await recommending.stop();
  await cluster.close();
});

const told = async () => {
  const { series, store: journal } = recommending.running;
  const params = new URLSearchParams({ container: 'app', last: '1d' });
  const nowMs = cluster.clock.now();
  const { marks } = await readPast({ namespace: 'shop', name: 'web' }, params, { series, journal, nowMs });
  return marks.map(({ kind, times, pods, detail }) => ({ kind, times, pods, detail }));
};
const KILL = { kind: 'oom', times: 1, pods: ['web-1'], detail: '' };
const CRASH = { kind: 'restart', times: 1, pods: ['web-2'], detail: 'Error, exit code 1' };
const ROLLOUT = { kind: 'rollout', times: 1, pods: [], detail: 'web-5d' };

it('OOM kills, restarts and rollouts are marks of the past, each once, also after a restart of the process', async () => {
  await recommending.passes();
  cluster.kill('web-1', 'app');
  await recommending.passes(5);
  cluster.restart('web-1', 'app');
  cluster.crash('web-2', 'app');
  await recommending.passes(5);
  await cluster.replicaSetOf('web', 'web-5d', '2');
  await recommending.until(async () => expect(await told()).toEqual([KILL, CRASH, ROLLOUT]));
  await recommending.stop();
  recommending = await Recommending.start(cluster);
  await recommending.passes(2);
  await recommending.until(async () => expect(await told()).toEqual([KILL, CRASH, ROLLOUT]));
});

it('pods that kubelets ended are marks and are counted by kind, each once, also after a restart of the process', async () => {
  await recommending.passes();
  const full =
    'The node was low on resource: memory. Container app was using 102400Ki, request is 64Mi, has larger consumption of memory.';
  const critical = 'Preempted in order to admit critical pod';
  cluster.endByKubelet('web-1', 'Evicted', full);
  cluster.endByKubelet('web-2', 'Preempting', critical);
  const marks = [
    { kind: 'evicted', times: 1, pods: ['web-1'], detail: full },
    { kind: 'preempted', times: 1, pods: ['web-2'], detail: critical },
  ];
  const counted = async () => {
    const summaries = recommending.running.handles.recommender?.summaries;
    await summaries?.refresh();
    return summaries?.list().find(({ name }) => name === 'web')?.endedByKubelets;
  };
  const check = async () => {
    expect(await told()).toEqual(expect.arrayContaining(marks));
    expect(await told()).not.toContainEqual(expect.objectContaining({ kind: 'oom' }));
    expect(await counted()).toMatchObject({ evicted: { times: 1 }, preempted: { times: 1 } });
  };
  await recommending.until(check);
  await recommending.passes(3);
  await check();
  await recommending.stop();
  recommending = await Recommending.start(cluster);
  await recommending.until(check);
});
