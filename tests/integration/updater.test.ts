import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler, KubeObject, PodDisruptionBudget } from '@/server/kube/types';
import { codes, NAMESPACE, UpdatingCluster, until } from '../support/updating';

const TARGET = { cpu: '163m', memory: '250Mi' };
const SMALL = { cpu: '100m', memory: '64Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

describe('what holds an eviction back', () => {
  it('stops after two replacements without the target, and stays silent after a restart', async () => {
    await cluster.workload('web', { replicas: 6 });
    await cluster.autoscaler('web');
    const settings = { useAdmissionControllerStatus: false };
    const first = await cluster.updating(settings);
    for (let round = 0; round < 3; round++) {
      await first.pass(cluster);
      await cluster.ready('web', 6);
    }
    expect(first.actions()).toEqual(['evict done', 'evict done']);
    expect(codes(await first.plan(cluster, 'web')).every((text) => text.includes('loop-broken'))).toBe(true);
    const second = await cluster.updating(settings);
    for (let round = 0; round < 3; round++) await second.pass(cluster);
    expect(second.actions()).toEqual([]);
  });

  it('counts the evictions a killed process left behind', async () => {
    await cluster.workload('web', { replicas: 6 });
    await cluster.autoscaler('web');
    const settings = { useAdmissionControllerStatus: false };
    const first = await cluster.updating(settings);
    await first.pass(cluster);
    expect(first.actions()).toHaveLength(2);
    const second = await cluster.updating(settings);
    await second.pass(cluster);
    await cluster.ready('web', 6);
    await second.pass(cluster);
    expect(second.actions()).toEqual([]);
  });

  it('evicts nothing while admission does not live', async () => {
    await cluster.workload('web');
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    await process.pass(cluster);
    expect(codes(await process.plan(cluster, 'web'))[0]).toMatch(/^wait: .*lease-missing/);
    expect(process.actions()).toEqual([]);
  });

  it('waits for a disruption budget that allows nothing', async () => {
    await cluster.admitting();
    await cluster.workload('web');
    await cluster.create<PodDisruptionBudget>('poddisruptionbudgets.policy', {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: NAMESPACE },
      spec: { maxUnavailable: 0, selector: { matchLabels: { app: 'web' } } },
    });
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    await process.pass(cluster);
    expect(codes(await process.plan(cluster, 'web'))[0]).toMatch(/^wait: .*disruption-budget/);
    expect(process.actions()).toEqual([]);
  });

  it('asks for no more than the largest node or the quota can give', async () => {
    await cluster.admitting();
    await cluster.workload('web');
    await cluster.autoscaler('web', { target: { cpu: '12', memory: '250Mi' } });
    const process = await cluster.updating();
    expect(codes(await process.plan(cluster, 'web'))[0]).toMatch(/^wait: .*exceeds-largest-node/);
    await cluster.create('resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'tight', namespace: NAMESPACE },
      spec: { hard: { 'requests.cpu': '450m' } },
    } as KubeObject);
    cluster.recommend('web', TARGET);
    await until('a counted quota', () => {
      const quota = cluster.sandbox.registry.get<KubeObject & { status?: { used?: object } }>(
        'resourcequotas',
        NAMESPACE,
        'tight',
      );
      return quota?.status?.used;
    });
    expect(codes(await process.plan(cluster, 'web'))[0]).toMatch(/^wait: .*exceeds-quota/);
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
  });

  it('finds a pod changed meanwhile and leaves it alone', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    await process.caughtUp(cluster);
    // The cache still holds these pods when the pass begins; the cluster does not.
    for (const { metadata } of cluster.pods('web'))
      cluster.sandbox.registry.delete('pods', NAMESPACE, metadata.name);
    await process.updater.pass();
    expect(process.actions().every((action) => !action.endsWith('done'))).toBe(true);
    expect(process.actions().length).toBeGreaterThan(0);
  });
});

describe('an HPA on a resource that a VPA recommends', () => {
  it('keeps that resource as it is in pods evicted for the other, and their replacements count as right', async () => {
    await cluster.create<HorizontalPodAutoscaler>('horizontalpodautoscalers.autoscaling', {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'scaler', namespace: NAMESPACE },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 4,
        maxReplicas: 4,
        metrics: [{ type: 'Resource', resource: { name: 'cpu' } }],
      },
    });
    await cluster.admitting();
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    await until('the HPA', () => [...process.context.caches.horizontalPodAutoscalers.list()].length === 1);
    for (let round = 0; round < 6 && process.actions().length < 4; round++) {
      await process.pass(cluster);
      await cluster.ready('web', 4);
    }
    expect(process.actions()).toEqual(Array(4).fill('evict done'));
    expect(cluster.requests('web')).toEqual(Array(4).fill({ cpu: SMALL.cpu, memory: TARGET.memory }));
    expect(codes(await process.plan(cluster, 'web'))).toEqual(Array(4).fill('wait: hpa-same-resource'));
  });
});

describe('two updaters that elect a leader', () => {
  it('act one at a time, the other taking over when the first ends', async () => {
    await cluster.workload('web', { replicas: 4 });
    const settings = { leaderElect: true, useAdmissionControllerStatus: false, updaterIntervalMs: 1000 };
    const [first, second] = [await cluster.updating(settings), await cluster.updating(settings)];
    first.updater.start();
    await until('a leader', () => first.updater.state.kind === 'running');
    second.updater.start();
    await until('a follower', () => second.updater.state.kind === 'following');
    await first.updater.stop();
    await until('a new leader', () => second.updater.state.kind === 'running');
  });
});
