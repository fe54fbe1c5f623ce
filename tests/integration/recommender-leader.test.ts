import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toKubeTime } from '@/server/lib/time/clock';
import type { Lease } from '@/server/objects/types';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ApiBetween } from '../support/api-between';
import { ApiCluster, CHECKPOINTS } from '../support/api-cluster';
import { HeadlessProcess } from '../support/headless-process';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const LEASE_NAME = 'plumbline-recommender';
const ELECTED = { leaderElect: true, checkpointsGcIntervalMs: 3_600_000 };

let cluster: ApiCluster;
let opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  cluster = await ApiCluster.start();
});
afterEach(async () => {
  for (const one of opened.reverse()) await one.close();
  opened = [];
  await cluster.close();
});

async function deploy(name: string): Promise<void> {
  await cluster.workload(name, [`${name}-a`, `${name}-b`]);
  for (const pod of [`${name}-a`, `${name}-b`])
    cluster.usage.set(`shop/${pod}`, { app: { cpu: '300m', memory: '400Mi' } });
  await cluster.autoscaler(name);
}

const recommendedFor = (name: string) => cluster.vpa(name).status?.recommendation;
const checkpointOf = (name: string) =>
  cluster.registry.get<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, 'shop', `${name}-app`)?.status;
const holder = () =>
  cluster.registry.get<Lease>('leases.coordination.k8s.io', 'plumbline', LEASE_NAME)?.spec.holderIdentity ??
  '';

describe('two recommenders that elect a leader', () => {
  async function recommending(folder: string): Promise<Recommending> {
    const started = await Recommending.start(cluster, {
      ...ELECTED,
      dataDir: path.join(cluster.folder, folder),
    });
    opened.push({ close: () => started.stop() });
    await started.firstPass();
    return started;
  }
  const leads = (one: Recommending) => one.running.handles.recommender?.leader.kind === 'leading';

  it('learn alike, one writes, and the other goes on from the same evidence once it ends', async () => {
    await deploy('web');
    const first = await recommending('first');
    await until('a leader', () => leads(first));
    const second = await recommending('second');
    // Both see the minutes that only the second learns without a checkpoint to start from.
    await deploy('late');
    for (let minute = 0; minute < 10; minute++) {
      const before = second.running.handles.recommender?.lastPass?.atMs;
      await first.passes();
      await until(
        'the pass of the other',
        () => second.running.handles.recommender?.lastPass?.atMs !== before,
      );
    }
    expect(leads(second)).toBe(false);
    expect(second.running.workload('shop', 'web').state).toEqual(first.running.workload('shop', 'web').state);
    const seen = second.running.handles.recommender?.learnedOf(cluster.vpa('late'))?.[0]?.samples ?? 0;
    expect(seen).toBeGreaterThan(10);

    await first.stop();
    const left = checkpointOf('late')?.totalSamplesCount ?? 0;
    expect(left).toBeGreaterThan(10);
    await until('a new leader', () => leads(second));
    await second.passes(2);
    await second.stop();
    const after = checkpointOf('late')?.totalSamplesCount ?? 0;
    // Two pods, two minutes, and at most one minute that only one of them saw.
    expect(after - left).toBeGreaterThan(0);
    expect(after - left).toBeLessThanOrEqual(8);
    expect(recommendedFor('late')?.containerRecommendations).toHaveLength(1);
  });
});

describe('recommenders as processes of their own', () => {
  const environment = (folder: string, kubeconfig: string) => ({
    PLUMBLINE_KUBECONFIG: kubeconfig,
    PLUMBLINE_DATA_DIR: path.join(cluster.folder, folder),
    PLUMBLINE_ROLES: 'recommender',
    PLUMBLINE_RECOMMENDER_INTERVAL: '1s',
    PLUMBLINE_LEADER_ELECT: 'true',
  });

  async function recommend(
    folder: string,
    kubeconfig = cluster.kubeconfig,
    settings = {},
  ): Promise<HeadlessProcess> {
    const started = await HeadlessProcess.start({ ...environment(folder, kubeconfig), ...settings });
    opened.push({ close: () => started.kill() });
    return started;
  }

  /** Usage as of now, since these processes live in real time. */
  async function deployNow(name: string): Promise<void> {
    await deploy(name);
    for (const pod of [`${name}-a`, `${name}-b`])
      cluster.timestamps.set(`shop/${pod}`, toKubeTime(Date.now()));
  }

  it('take over from one that is killed', async () => {
    const first = await recommend('first');
    await until('a leader', () => holder() !== '');
    const former = holder();
    await recommend('second');
    await deployNow('web');
    await until('a recommendation', () => recommendedFor('web'));
    expect(holder()).toBe(former);
    await first.kill();
    await until('another leader', () => holder() !== former);
    await deployNow('late');
    await until('a recommendation of the other', () => recommendedFor('late'));
  });

  it('write nothing once they were frozen for longer than their lease', async () => {
    const between = await ApiBetween.start(cluster.server, cluster.folder);
    opened.push(between);
    const first = await recommend('first', between.kubeconfigPath);
    await until('a leader', () => holder() !== '');
    const former = holder();
    await deployNow('web');
    await until('a recommendation', () => recommendedFor('web'));
    await recommend('second');
    first.freeze();
    await until('another leader', () => holder() !== former);
    // While it is frozen there is something new to write, which it finds once it goes on.
    const written: string[] = [];
    let asked = 0;
    between.onAnswer = (method, url) => {
      if (url.includes('/leases/')) asked++;
      if (method !== 'GET' && !url.includes('/leases')) written.push(`${method} ${url}`);
      return false;
    };
    await deployNow('late');
    first.resume();
    await until('several tries for the lease', () => asked >= 4);
    await until('a recommendation of the other', () => recommendedFor('late'));
    expect(written).toEqual([]);
  });

  it.each([
    ['statuses', 'PATCH', '/status'],
    ['checkpoints', 'POST', '/verticalpodautoscalercheckpoints'],
  ])('write no %s that waited for their turn while they were frozen', async (_, method, end) => {
    const between = await ApiBetween.start(cluster.server, cluster.folder);
    opened.push(between);
    // At so low a rate, the next writes have begun to wait when the first one is answered.
    const slow = { PLUMBLINE_KUBE_API_QPS: '5', PLUMBLINE_KUBE_API_BURST: '5' };
    const first = await recommend('first', between.kubeconfigPath, slow);
    await until('a leader', () => holder() !== '');
    const former = holder();
    await recommend('second');
    let isFrozen = false;
    between.onAnswer = (asked, url) => {
      if (isFrozen || asked !== method || !url.endsWith(end)) return false;
      first.freeze();
      isFrozen = true;
      return false;
    };
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await deployNow(name);
    await until('another leader', () => isFrozen && holder() !== former);
    const written: string[] = [];
    let asked = 0;
    between.onAnswer = (sent, url) => {
      if (url.includes('/leases/')) asked++;
      if (sent !== 'GET' && !url.includes('/leases')) written.push(`${sent} ${url}`);
      return false;
    };
    first.resume();
    await until('several tries for the lease', () => asked >= 4);
    await until('a recommendation of the other', () => recommendedFor('h'));
    expect(written).toEqual([]);
  });
});
