import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  HorizontalPodAutoscaler,
  KubeObject,
  PodDisruptionBudget,
  ResourceQuota,
} from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { codes, reasonOf, UpdatingCluster } from '../support/updating';
import { expectSilence } from '../support/witness';

const TARGET = { cpu: '163m', memory: '250Mi' };
const SMALL = { cpu: '100m', memory: '64Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

describe('nothing is evicted', () => {
  it('while admission is down', async () => {
    await cluster.workload('web');
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    const plan = await process.plan(cluster, 'web');
    expect(codes(plan)[0]).toBe('wait: outside-bounds outside-bounds lease-missing');
    expect(plan[0]?.awaits).toEqual(['admission-alive']);
    await expectSilence(cluster, process, 'web');
    expect(await process.context.metrics.metrics()).toMatch(
      /^vpa_updater_admission_controller_status_invalid_total\{reason="error"\} [1-9]/m,
    );
  });

  it('while a disruption budget allows nothing, and is once it allows something', async () => {
    await cluster.admitting();
    await cluster.workload('web');
    const budget = await cluster.create<PodDisruptionBudget>('poddisruptionbudgets.policy', {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: NAMESPACE },
      spec: { maxUnavailable: 0, selector: { matchLabels: { app: 'web' } } },
    });
    await until('a budget that knows its pods', () => budgetOf(budget)?.currentHealthy === 4);
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    const plan = await process.plan(cluster, 'web');
    expect(reasonOf(plan, 'budget-never-allows')).toEqual({
      code: 'budget-never-allows',
      budget: 'web',
      rule: 'maxUnavailable: 0',
      healthy: 4,
      desired: 4,
      expected: 4,
    });
    expect(reasonOf(plan, 'tolerance-used-up')).toBeUndefined();
    expect(plan[0]?.awaits).toEqual(['budget-changed']);
    await expectSilence(cluster, process, 'web');
    expect(process.records).toContainEqual(
      expect.objectContaining({ kind: 'decision', vpa: 'web', decision: 'wait' }),
    );
    cluster.sandbox.registry.mutate<PodDisruptionBudget>(
      'poddisruptionbudgets.policy',
      NAMESPACE,
      'web',
      ({ spec }) => Object.assign(spec ?? {}, { maxUnavailable: 1 }),
    );
    await until('room in the budget', () => budgetOf(budget)?.disruptionsAllowed === 1);
    await process.pass(cluster);
    expect(process.actions()).toEqual(['evict done']);
  });

  const budgetOf = ({ metadata }: KubeObject) =>
    cluster.sandbox.registry.get<PodDisruptionBudget>('poddisruptionbudgets.policy', NAMESPACE, metadata.name)
      ?.status;

  it('while no node could fit the recommendation', async () => {
    await cluster.admitting();
    await cluster.workload('web');
    await cluster.autoscaler('web', { target: { cpu: '12', memory: '250Mi' } });
    const process = await cluster.updating();
    const plan = await process.plan(cluster, 'web');
    expect(plan[0]).toMatchObject({ decision: 'wait', awaits: ['node-added'] });
    expect(reasonOf(plan, 'exceeds-largest-node')).toEqual({
      code: 'exceeds-largest-node',
      resource: 'cpu',
      asked: 12_000,
      room: 7_900,
    });
    await expectSilence(cluster, process, 'web');
    const careless = await cluster.updating({ respectRoom: false });
    expect(codes(await careless.plan(cluster, 'web'))[0]).toBe('evict: outside-bounds outside-bounds');
  });

  it('while the quota has no room for the recommendation, and only as much as it has room for', async () => {
    await cluster.admitting();
    await cluster.workload('web');
    await cluster.create('resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'tight', namespace: NAMESPACE },
      spec: { hard: { 'requests.cpu': '450m' } },
    } as KubeObject);
    const quota = () => cluster.sandbox.registry.get<ResourceQuota>('resourcequotas', NAMESPACE, 'tight');
    await until('a counted quota', () => quota()?.status?.used?.['requests.cpu'] === '400m');
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    const plan = await process.plan(cluster, 'web');
    expect(plan[0]).toMatchObject({ decision: 'wait', awaits: ['quota-freed'] });
    expect(reasonOf(plan, 'exceeds-quota')).toMatchObject({
      code: 'exceeds-quota',
      quota: 'tight',
      resource: 'cpu',
      asked: 163,
      room: 50,
    });
    await expectSilence(cluster, process, 'web');

    // Room for one, not for the two that the tolerance allows.
    cluster.sandbox.registry.mutate<ResourceQuota>('resourcequotas', NAMESPACE, 'tight', (draft) => {
      draft.spec = { hard: { 'requests.cpu': '570m' } };
    });
    await until('a raised quota', () => quota()?.status?.hard?.['requests.cpu'] === '570m');
    await process.pass(cluster);
    expect(process.actions()).toEqual(['evict done']);
    await cluster.ready('web', 4);
    expect(cluster.requests('web')).toContainEqual(TARGET);
    await until('a counted replacement', () => quota()?.status?.used?.['requests.cpu'] === '463m');
    await expectSilence(cluster, process, 'web');
  });

  it('before there is enough history, except after an OOM kill', async () => {
    await cluster.admitting();
    await cluster.workload('web');
    await cluster.autoscaler('web');
    const process = await cluster.updating({
      leastHistoryMs: 3_600_000,
      leastHistoryToLowerMs: 0,
      canaryMs: 0,
    });
    const plan = await process.plan(cluster, 'web');
    expect(reasonOf(plan, 'low-confidence')).toMatchObject({ neededMs: 3_600_000 });
    expect(plan[0]?.awaits).toEqual(['samples-gathered']);
    await expectSilence(cluster, process, 'web');
  });
});

describe('two VPAs on the same pods', () => {
  it('leave them alone, each saying so, unless conflicts are ignored', async () => {
    await cluster.admitting();
    await cluster.workload('web');
    await cluster.autoscaler('web');
    const { spec, status } = cluster.vpa('web');
    await cluster.create<VerticalPodAutoscaler>(VPAS, {
      ...cluster.vpa('web'),
      metadata: { name: 'web-too', namespace: NAMESPACE },
      spec,
    });
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      NAMESPACE,
      'web-too',
      (draft) => Object.assign(draft, { status }),
      { subresource: 'status' },
    );
    const process = await cluster.updating();
    const plan = await process.plan(cluster, 'web');
    expect(codes(plan)).toEqual(Array(4).fill('wait: two-vpas two-vpas'));
    expect(reasonOf(plan, 'two-vpas')).toEqual({ code: 'two-vpas', other: 'web-too', resource: 'cpu' });
    expect(plan[0]?.awaits).toEqual(['conflict-resolved']);
    await expectSilence(cluster, process, 'web');
    const careless = await cluster.updating({ respectConflicts: false });
    expect(codes(await careless.plan(cluster, 'web'))[0]).toBe('evict: outside-bounds outside-bounds');
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
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
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
