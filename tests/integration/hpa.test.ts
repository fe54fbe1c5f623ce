import { afterEach, describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler, KubeEvent, KubeObject } from '@/server/objects/types';
import { NAMESPACE } from '../support/embedded-cluster';
import { HPAS, type Scaling, ScalingCluster } from '../support/scaling';
import { until } from '../support/until';

let cluster: ScalingCluster;

afterEach(() => cluster.close());

/** Acting at once, in tests that are not about taking over. */
const ON = { hpaController: true, hpaTakeoverMs: 1000 } as const;

const codes = (scaling: Scaling) => scaling.problems().map(({ code, about }) => `${code} ${about}`);
const scalings = ({ records }: Scaling) =>
  records.flatMap((record) =>
    record.kind === 'change' && record.change === 'scale'
      ? [{ who: record.who, before: record.before, after: record.after, outcome: record.outcome }]
      : [],
  );

describe('watching', () => {
  it('evaluates the HPAs of others with all their evidence, and writes nothing', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '100m');
    await cluster.hpa('web');
    const scaling = await cluster.scaling();
    await scaling.until(cluster, 'a proposal', () => scaling.detail('web')?.state === 'scaling');
    const detail = scaling.detail('web');
    expect(detail).toMatchObject({
      why: 'cpu resource utilization (percentage of request) above target',
      replicas: 2,
      min: 1,
      max: 8,
      claim: { kind: 'not-asked' },
      metrics: [{ name: 'cpu resource utilization (percentage of request)', target: '80 %', isWinner: true }],
    });
    const [metric] = detail?.evaluation?.metrics ?? [];
    expect(metric?.outcome).toMatchObject({ kind: 'proposed', because: 'ratio' });
    expect(metric?.outcome.kind === 'proposed' && metric.outcome.pods.map(({ group }) => group)).toEqual([
      'ready',
      'ready',
    ]);
    expect(detail?.history.at(-1)).toMatchObject({ replicas: 2, held: 'nothing', winner: 0 });
    expect(cluster.replicas('web')).toBe(2);
    expect(cluster.status('web')?.conditions).toBeUndefined();
  });

  it('agrees with the HPA controller of the cluster, and records what that scaled', async () => {
    cluster = await ScalingCluster.start({ ownController: true });
    await cluster.workload('web', '100m');
    await cluster.hpa('web', { maxReplicas: 2 });
    const scaling = await cluster.scaling();
    await scaling.leads();
    await scaling.sync(cluster);
    cluster.changeHpa('web', ({ spec }) => {
      spec.maxReplicas = 3;
    });
    await scaling.until(cluster, 'three replicas seen', () => scaling.detail('web')?.replicas === 3);
    await until('a status', () => cluster.status('web')?.currentReplicas === 3);
    await scaling.until(cluster, 'the same answer', () => {
      const detail = scaling.detail('web');
      return detail?.controller === 3 && detail.desired === 3;
    });
    expect(scalings(scaling)).toEqual([
      { who: 'the HPA controller', before: { replicas: 2 }, after: { replicas: 3 }, outcome: 'done' },
    ]);
    for (const { type, reason } of scaling.detail('web')?.conditions ?? [])
      expect(cluster.condition('web', type)?.reason).toBe(reason);
  });

  it('warns when the controller of the cluster asks for something else for longer than a few syncs', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '20m');
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    await cluster.hpa('web', { behavior });
    cluster.sandbox.registry.mutate<HorizontalPodAutoscaler>(
      HPAS,
      NAMESPACE,
      'web',
      (draft) => {
        const conditions = [{ type: 'AbleToScale', status: 'True' as const, reason: 'ReadyForNewScale' }];
        draft.status = { currentReplicas: 2, desiredReplicas: 7, currentMetrics: null, conditions };
      },
      { subresource: 'status' },
    );
    const scaling = await cluster.scaling();
    await scaling.sync(cluster);
    expect(scaling.detail('web')).toMatchObject({ controller: 7, desired: 1 });
    expect(codes(scaling)).toEqual([]);
    await scaling.until(cluster, 'a warning', () => codes(scaling).length > 0);
    expect(scaling.problems()[0]).toMatchObject({
      code: 'hpa-differs',
      about: 'HorizontalPodAutoscaler shop/web',
    });
    expect(scaling.problems()[0]?.message).toContain('the controller asks for 7 replicas, Plumbline for 1');
  });

  it.each([
    [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'web' },
      'the server could not find the requested resource',
    ],
    [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' }, 'deployments.apps "none" not found'],
    [
      { apiVersion: 'example.com/v1', kind: 'Fleet', name: 'web' },
      'no matches for kind "Fleet" in group "example.com"',
    ],
    [{ apiVersion: 'v1', kind: 'Service', name: 'web' }, 'the server could not find the requested resource'],
  ])('says why %j cannot be scaled', async (scaleTargetRef, why) => {
    cluster = await ScalingCluster.start();
    await cluster.hpa('web', { scaleTargetRef });
    const scaling = await cluster.scaling();
    await scaling.sync(cluster);
    expect(scaling.detail('web')).toMatchObject({
      state: 'failing',
      why: `the HPA controller was unable to get the target's current scale: ${why}`,
      held: 'no-scale',
    });
  });

  it('evaluates the others when one HPA cannot be read', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '100m');
    await cluster.hpa('odd');
    await cluster.hpa('web');
    const scaling = await cluster.scaling();
    const odd = scaling.context.caches.horizontalPodAutoscalers.get(NAMESPACE, 'odd');
    if (odd) Object.assign(odd, { spec: { scaleTargetRef: odd.spec.scaleTargetRef, metrics: [null] } });
    await scaling.sync(cluster);
    expect(codes(scaling)).toEqual(['object-unusable HorizontalPodAutoscaler shop/odd']);
    expect(scaling.detail('web')?.state).toBe('scaling');
  });
});

describe('scaling', () => {
  it('leaves an HPA alone that does not ask for Plumbline, and one that does while that is off', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '100m');
    await cluster.hpa('web', {}, { isOurs: true });
    const scaling = await cluster.scaling();
    await scaling.leads();
    for (let sync = 0; sync < 3; sync++) await scaling.sync(cluster);
    expect(scaling.detail('web')?.claim).toEqual({ kind: 'off' });
    expect(cluster.replicas('web')).toBe(2);
    expect(cluster.status('web')?.conditions).toBeUndefined();
  });

  it('takes over after its status stayed as written, then scales, and says so', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '100m');
    await cluster.hpa('web', { maxReplicas: 3 }, { isOurs: true });
    const scaling = await cluster.scaling({ ...ON, hpaTakeoverMs: 30_000 });
    await scaling.leads();
    await scaling.sync(cluster);
    expect(scaling.detail('web')?.claim.kind).toBe('trying');
    expect(cluster.replicas('web')).toBe(2);
    await scaling.until(cluster, 'three replicas', () => cluster.replicas('web') === 3);
    await scaling.until(
      cluster,
      'a limit',
      () => cluster.condition('web', 'ScalingLimited')?.reason === 'TooManyReplicas',
    );
    expect(cluster.status('web')?.lastScaleTime).toBeDefined();
    expect(cluster.condition('web', 'AbleToScale')?.message).toMatch(/ \(Plumbline\)$/);
    expect(scalings(scaling)).toEqual([
      { who: 'plumbline', before: { replicas: 2 }, after: { replicas: 3 }, outcome: 'done' },
    ]);
    await scaling.context.events.flush();
    const events = [...cluster.sandbox.registry.list<KubeEvent>('events', NAMESPACE)];
    expect(events.map(({ message }) => message)).toContain(
      'New size: 3; reason: cpu resource utilization (percentage of request) above target',
    );
  });

  it('scales a custom resource by its scale', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '100m');
    await cluster.rules('web', { size: 2 }, { size: 2, selector: 'app=web' });
    const scaleTargetRef = { apiVersion: 'example.com/v1', kind: 'Fleet', name: 'web' };
    await cluster.hpa('web', { scaleTargetRef }, { isOurs: true });
    const scaling = await cluster.scaling(ON);
    await scaling.leads();
    const size = () =>
      cluster.sandbox.registry.get<KubeObject & { spec: { size: number } }>(
        'fleets.example.com',
        NAMESPACE,
        'web',
      )?.spec.size;
    await scaling.until(cluster, 'a larger fleet', () => (size() ?? 0) > 2);
    expect(cluster.replicas('web')).toBe(2);
  });

  it('does not scale where the controller of the cluster acts, and says why', async () => {
    cluster = await ScalingCluster.start({ ownController: true });
    await cluster.workload('web', '80m');
    await cluster.hpa('web', {}, { isOurs: true });
    const scaling = await cluster.scaling({ hpaController: true });
    await scaling.leads();
    await scaling.until(cluster, 'a rival', () => scaling.detail('web')?.claim.kind === 'contested');
    expect(codes(scaling)).toContain('hpa-contested HorizontalPodAutoscaler shop/web');
    expect(scalings(scaling).filter(({ who }) => who === 'plumbline')).toEqual([]);
    const before = cluster.status('web');
    await scaling.sync(cluster);
    expect(cluster.condition('web', 'AbleToScale')?.message).not.toContain('Plumbline');
    expect(before?.conditions).toBeDefined();
  });

  it('scales nothing down when the metrics API is gone, and says so in a condition', async () => {
    cluster = await ScalingCluster.start({ speed: 120 });
    await cluster.workload('web', '20m', 4);
    await cluster.hpa('web', {}, { isOurs: true });
    const scaling = await cluster.scaling(ON);
    await scaling.leads();
    await scaling.until(cluster, 'taking over', () => scaling.detail('web')?.claim.kind === 'held');
    (cluster.sandbox.registry as unknown as { catalog: { remove(key: string): void } }).catalog.remove(
      'pods.metrics.k8s.io',
    );
    await scaling.until(
      cluster,
      'a condition',
      () => cluster.condition('web', 'ScalingActive')?.reason === 'FailedGetResourceMetric',
    );
    expect(cluster.condition('web', 'ScalingActive')?.message).toContain(
      'the server could not find the requested resource (get pods.metrics.k8s.io)',
    );
    const since = cluster.clock.now();
    await scaling.until(cluster, 'ten minutes', () => cluster.clock.now() - since > 600_000);
    expect(cluster.replicas('web')).toBe(4);
  });

  it('leaves a target with 0 replicas alone', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '100m', 0);
    await cluster.hpa('web', {}, { isOurs: true });
    const scaling = await cluster.scaling(ON);
    await scaling.leads();
    await scaling.until(
      cluster,
      'a condition',
      () => cluster.condition('web', 'ScalingActive')?.reason === 'ScalingDisabled',
    );
    await scaling.until(cluster, 'taking over', () => scaling.detail('web')?.claim.kind === 'held');
    await scaling.sync(cluster);
    expect(scaling.detail('web')?.state).toBe('disabled');
    expect(cluster.replicas('web')).toBe(0);
  });

  it('names both of two HPAs on one target, and acts by none', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '100m', 4);
    await cluster.hpa('web', {}, { isOurs: true });
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    await cluster.hpa('rival', { scaleTargetRef, maxReplicas: 2 }, { isOurs: true });
    const scaling = await cluster.scaling(ON);
    await scaling.leads();
    await scaling.until(cluster, 'taking over', () => scaling.detail('rival')?.claim.kind === 'held');
    await scaling.sync(cluster);
    for (const name of ['web', 'rival'])
      expect(cluster.condition(name, 'ScalingActive')).toMatchObject({
        status: 'False',
        reason: 'AmbiguousSelector',
        message: 'pods by selector app=web are controlled by multiple HPAs: [shop/rival shop/web]',
      });
    expect(codes(scaling)).toEqual([
      'hpa-target-shared HorizontalPodAutoscaler shop/rival',
      'hpa-target-shared HorizontalPodAutoscaler shop/web',
    ]);
    expect(cluster.replicas('web')).toBe(4);
  });

  it('scales nothing while a stop is in force', async () => {
    cluster = await ScalingCluster.start();
    cluster.isStopped = true;
    await cluster.workload('web', '100m');
    await cluster.hpa('web', {}, { isOurs: true });
    const scaling = await cluster.scaling(ON);
    await scaling.leads();
    await scaling.until(cluster, 'taking over', () => scaling.detail('web')?.claim.kind === 'held');
    await scaling.sync(cluster);
    expect(cluster.replicas('web')).toBe(2);
    cluster.isStopped = false;
    await scaling.until(cluster, 'more replicas', () => (cluster.replicas('web') ?? 0) > 2);
  });

  it('lets one of two processes act', async () => {
    cluster = await ScalingCluster.start();
    await cluster.workload('web', '80m');
    await cluster.hpa('web', {}, { isOurs: true });
    const first = await cluster.scaling(ON);
    await first.leads();
    const second = await cluster.scaling(ON);
    await second.sync(cluster);
    expect(second.detail('web')?.claim).toEqual({ kind: 'following' });
    await first.stop();
    await second.leads();
    await second.until(cluster, 'taking over', () => second.detail('web')?.claim.kind === 'held');
  });
});
