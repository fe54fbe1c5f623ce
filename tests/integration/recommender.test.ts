import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amountsFrom } from '@/server/objects/quantity';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ApiBetween } from '../support/api-between';
import { ApiCluster, CHECKPOINTS, VPAS } from '../support/api-cluster';
import { listedWorkloads } from '../support/listed';
import { PATIENCE } from '../support/patience';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster;
let recommending: Recommending | undefined;

beforeEach(async () => {
  cluster = await ApiCluster.start();
});

afterEach(async () => {
  await recommending?.stop();
  recommending = undefined;
  await cluster.close();
});

async function start(config = {}): Promise<Recommending> {
  recommending = await Recommending.start(cluster, config);
  return recommending;
}

async function shopWithWeb(): Promise<void> {
  await cluster.workload('web', ['web-1', 'web-2']);
  await cluster.autoscaler('web');
  cluster.usage.set('shop/web-1', { app: { cpu: '250m', memory: '200Mi' } });
  cluster.usage.set('shop/web-2', { app: { cpu: '350m', memory: '300Mi' } });
}

function conditions(name: string): Record<string, string> {
  const { status } = cluster.vpa(name);
  return Object.fromEntries((status?.conditions ?? []).map((one) => [one.type, one.status]));
}

describe('recommending for a cluster', () => {
  it('writes a recommendation into the status after the first pass', async () => {
    await shopWithWeb();
    const { running } = await start();
    await recommending?.firstPass();

    const [app, ...others] = cluster.vpa('web').status?.recommendation?.containerRecommendations ?? [];
    expect(others).toEqual([]);
    expect(app?.containerName).toBe('app');
    expect(cluster.vpa('web').status?.observedGeneration).toBe(cluster.vpa('web').metadata.generation);
    expect([app?.lowerBound, app?.target, app?.upperBound, app?.uncappedTarget].map(amountsFrom)).toEqual([
      { cpu: 25, memory: 250 * 2 ** 20 },
      { cpu: 410, memory: 380_258_472 },
      { cpu: 1e14, memory: 1e14 },
      { cpu: 410, memory: 380_258_472 },
    ]);
    expect(conditions('web')).toEqual({ RecommendationProvided: 'True', LowConfidence: 'True' });
    expect(running.problems.list()).toEqual([]);
    expect(running.handles.recommender?.lastPass).toMatchObject({
      vpas: 1,
      containers: 1,
      samples: 4,
      statusWrites: 1,
    });
  });

  it.each(['v1', 'extensions/v1beta1'])(
    'treats the Deployment of a targetRef as the existing one, though it says %s',
    async (apiVersion) => {
      await shopWithWeb();
      await cluster.autoscaler('old', { targetRef: { apiVersion, kind: 'Deployment', name: 'web' } });
      await (await start()).firstPass();
      const [own, old] = ['web', 'old'].map((name) => cluster.vpa(name).status?.recommendation);
      expect(old?.containerRecommendations).toHaveLength(1);
      expect(old).toEqual(own);
      expect(conditions('old')).toEqual(conditions('web'));
    },
  );

  it('is for a new VPA at once, also while a pass still writes those of others', async () => {
    await shopWithWeb();
    await cluster.workload('cart', ['cart-1']);
    cluster.usage.set('shop/cart-1', { app: { cpu: '120m', memory: '300Mi' } });
    const between = await ApiBetween.start(cluster.server, cluster.folder);
    let letGo = () => {};
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const isHeld = new Promise<void>((resolve) => {
      between.onAnswer = async (method, path) => {
        if (method !== 'PATCH' || !path.includes('/web/status')) return false;
        resolve();
        await isLetGo;
        return false;
      };
    });
    try {
      const { running } = await start({ kubeconfig: between.kubeconfigPath });
      await isHeld;
      await cluster.autoscaler('cart');
      await vi.waitFor(
        () => expect(cluster.vpa('cart').status?.recommendation?.containerRecommendations).toHaveLength(1),
        PATIENCE,
      );
      expect(running.handles.recommender?.lastPass).toBeUndefined();
      letGo();
      await recommending?.passes(1);
      expect(conditions('web')).toMatchObject({ RecommendationProvided: 'True' });
    } finally {
      letGo();
      await recommending?.stop();
      recommending = undefined;
      await between.close();
    }
  });

  it('keeps a condition that admission writes during a pass, and shows it', async () => {
    await shopWithWeb();
    const condition = {
      type: 'PodsUnpatched',
      status: 'True',
      reason: 'CreatedWithoutPatch',
      message: '1 pod was created without the recommendation, at 2026-03-02T00:00:00Z',
      lastTransitionTime: '2026-03-02T00:00:00Z',
    } as const;
    cluster.onMetricsRequest = () => {
      cluster.onMetricsRequest = undefined;
      cluster.registry.mutate<VerticalPodAutoscaler>(
        VPAS,
        'shop',
        'web',
        (draft) => {
          draft.status = { ...draft.status, conditions: [condition] };
        },
        { subresource: 'status' },
      );
    };
    const { running } = await start();
    await recommending?.passes(2);
    const { status } = cluster.vpa('web');
    expect(status?.conditions?.map(({ type }) => type)).toEqual([
      'LowConfidence',
      'PodsUnpatched',
      'RecommendationProvided',
    ]);
    expect(status?.conditions?.[1]).toEqual(condition);
    expect(status?.recommendation?.containerRecommendations).toHaveLength(1);
    expect(running.workload('shop', 'web').conditions).toContainEqual(
      expect.objectContaining({ type: 'PodsUnpatched', message: condition.message }),
    );
  });

  it('shows the numbers of the status on the pages, with the steps that led to them', async () => {
    await shopWithWeb();
    const { running } = await start();
    await recommending?.firstPass();

    const { containers, podList, state } = running.workload('shop', 'web');
    expect(state).toEqual({ kind: 'recommended' });
    expect(podList.map((pod) => pod.name)).toEqual(['web-1', 'web-2']);
    const [app] = containers;
    expect(app?.cpu).toMatchObject({
      request: { min: 100, max: 100 },
      usage: { mean: 300, max: 350 },
      usedShareOfRequest: 3,
      target: 410,
    });
    const target = app?.traces.find((trace) => trace.resource === 'cpu' && trace.bound === 'target');
    expect(target?.steps.map(({ step, value }) => [step, value])).toEqual([
      ['percentile', 357],
      ['margin', 410],
      ['pod-minimum', 410],
    ]);
    const weights = app?.histograms[0]?.buckets.map((bucket) => bucket.weight) ?? [];
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
    const key = { namespace: 'shop', vpa: 'web', container: 'app' };
    const nowMs = running.clock.now();
    const { points } = await running.series.past(key, { fromMs: nowMs - 60_000, toMs: nowMs + 60_000 }, 10);
    expect(points).toMatchObject([
      { replicas: 2, cpu: { request: 100, target: 410, usageMean: 300, usageP95: 350, usageMax: 350 } },
    ]);
  });

  it('answers admission from what it knows at that time, with the policy in the query', async () => {
    await shopWithWeb();
    const { running } = await start();
    await recommending?.firstPass();

    const vpa = cluster.vpa('web');
    const capped = structuredClone(vpa);
    capped.spec.resourcePolicy = { containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '300m' } }] };
    const targets = [vpa, capped].map(
      (one) => running.handles.recommender?.recommendationFor(one)?.containerRecommendations?.[0]?.target.cpu,
    );
    expect(targets).toEqual(['410m', '300m']);
  });

  it('sends nothing but the metrics request when nothing changed', async () => {
    await shopWithWeb();
    cluster.timestamps.set('shop/web-1', '2026-03-02T00:00:00Z');
    cluster.timestamps.set('shop/web-2', '2026-03-02T00:00:00Z');
    const { running } = await start();
    await recommending?.passes(2);
    const client = running.cluster?.client;
    const before = client?.requestsSent ?? 0;
    const pass = await recommending?.passes(3);
    expect((client?.requestsSent ?? 0) - before).toBe(3);
    expect(pass).toMatchObject({ statusWrites: 0, checkpointWrites: 0 });
  });

  it('still shows the current usage when a measurement is fetched again', async () => {
    await shopWithWeb();
    cluster.timestamps.set('shop/web-1', '2026-03-02T00:00:00Z');
    cluster.timestamps.set('shop/web-2', '2026-03-02T00:00:00Z');
    const { running } = await start();
    await recommending?.passes(3);
    const [app] = running.workload('shop', 'web').containers;
    expect(app?.cpu.usage?.mean).toBe(300);
    expect(app?.memory.usage?.mean).toBe(250 * 2 ** 20);
  });

  it('follows pods and VPAs that come and go', async () => {
    await start();
    await recommending?.firstPass();
    await shopWithWeb();
    await recommending?.until(() => expect(conditions('web').RecommendationProvided).toBe('True'));
    cluster.registry.delete(VPAS, 'shop', 'web');
    await recommending?.until(async () => expect(await listedWorkloads(recommending?.running)).toEqual([]));
  });
});

describe('what was learned', () => {
  it('survives a restart, through checkpoints', async () => {
    await shopWithWeb();
    await start();
    await recommending?.passes(30);
    const before = recommending?.running.workload('shop', 'web').containers[0];
    await recommending?.stop();

    cluster.usage.clear();
    await start();
    await recommending?.firstPass();
    const after = recommending?.running.workload('shop', 'web').containers[0];
    expect(after?.samples).toBe(before?.samples);
    expect(after?.firstSampleMs).toBe(before?.firstSampleMs);
    expect(after?.cpu.target).toBe(before?.cpu.target);
    expect(cluster.vpa('web').status?.recommendation?.containerRecommendations?.[0]?.target.cpu).toBe('410m');
  });

  it('counts once if its VPA is deleted and created again', async () => {
    await shopWithWeb();
    await start();
    await recommending?.passes(5);
    await recommending?.until(() => expect(checkpoints()).toEqual(['web-app']));
    cluster.usage.clear();
    await recommending?.passes(1);
    const before = recommending?.running.workload('shop', 'web').containers[0]?.samples;
    cluster.registry.delete(VPAS, 'shop', 'web');
    await recommending?.until(async () => expect(await listedWorkloads(recommending?.running)).toEqual([]));
    await cluster.autoscaler('web');
    await recommending?.until(() => expect(conditions('web').RecommendationProvided).toBe('True'));
    expect(recommending?.running.workload('shop', 'web').containers[0]?.samples).toBe(before);
  });

  it('is written once more at the end, but not to a cluster that ends too', async () => {
    await shopWithWeb();
    for (const clusterEndsToo of [true, false]) {
      await start();
      await recommending?.passes(2);
      const before = kept('web-app')?.metadata.resourceVersion;
      await recommending?.running.handles.recommender?.stop({ clusterEndsToo });
      expect(kept('web-app')?.metadata.resourceVersion === before).toBe(clusterEndsToo);
      await recommending?.running.stop();
    }
  });

  it('includes a checkpoint that appears after the start, once', async () => {
    await shopWithWeb();
    const foreign = { totalSamplesCount: 1000, lastUpdateTime: '2026-03-01T23:59:00Z' };
    cluster.onMetricsRequest = () => {
      cluster.onMetricsRequest = undefined;
      void cluster.create(CHECKPOINTS, checkpointOf('web', 'app', foreign));
    };
    await start();
    await recommending?.passes(3);
    const own = (await recommending?.passes(1))?.samples;
    const samples = () => recommending?.running.workload('shop', 'web').containers[0]?.samples ?? 0;
    const before = samples();
    expect(before).toBeGreaterThan(1000);
    await recommending?.passes(2);
    expect(samples() - before).toBeLessThanOrEqual(2 * (own ?? 0));
    await recommending?.stop();
    expect(kept('web-app')?.status?.totalSamplesCount).toBeGreaterThan(1000);
    expect(kept('web-app')?.status?.totalSamplesCount).toBeLessThan(1100);
    expect(recommending?.running.problems.list()).toEqual([]);
  });

  it('leaves a checkpoint to the VPA that has it if another has the same checkpoint name, until that one is gone', async () => {
    await cluster.workload('a', ['a-1'], ['b-c']);
    await cluster.workload('a-b', ['a-b-1'], ['c']);
    await cluster.autoscaler('a');
    cluster.usage.set('shop/a-1', { 'b-c': { cpu: '250m', memory: '200Mi' } });
    cluster.usage.set('shop/a-b-1', { c: { cpu: '350m', memory: '300Mi' } });
    await start();
    await recommending?.until(() => expect(checkpoints()).toEqual(['a-b-c']));
    const owners = new Set<string | undefined>();
    const end = cluster.registry.watch<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, ({ object }) =>
      owners.add(object.spec?.vpaObjectName),
    );
    await cluster.autoscaler('a-b');
    await recommending?.until(() => expect(recommending?.problem('checkpoint-name-taken')).toBeDefined());
    await recommending?.passes(12);
    await recommending?.expectProblem('checkpoint-name-taken', 'shop/a-b-c of VPA a-b');
    end();
    expect(recommending?.problem('checkpoint-name-taken')?.message).toContain('container b-c of VPA a');
    expect(kept('a-b-c')?.spec).toEqual({ vpaObjectName: 'a', containerName: 'b-c' });
    expect([...owners].filter((owner) => owner !== 'a')).toEqual([]);

    cluster.registry.delete(VPAS, 'shop', 'a');
    await recommending?.passes(12);
    await recommending?.until(() => expect(kept('a-b-c')?.spec?.vpaObjectName).toBe('a-b'));
    expect(recommending?.problem('checkpoint-name-taken')).toBeUndefined();
  });

  it('counts an OOM once, however often it is reported, even after a restart', async () => {
    await shopWithWeb();
    await start();
    await recommending?.firstPass();
    cluster.kill('web-1', 'app');
    const withOom = await recommending?.until(() => {
      const app = recommending?.running.workload('shop', 'web').containers[0];
      expect(app?.ooms).toMatchObject({ times: 1 });
      return app?.histograms[1];
    });
    cluster.restart('web-1', 'app');
    await recommending?.passes(3);
    expect(recommending?.running.workload('shop', 'web').containers[0]?.ooms).toMatchObject({ times: 1 });
    await recommending?.stop();

    await start();
    await recommending?.passes(2);
    const app = recommending?.running.workload('shop', 'web').containers[0];
    expect(app?.ooms).toMatchObject({ times: 1 });
    expect(app?.histograms[1]?.buckets.at(-1)?.end).toBe(withOom?.buckets.at(-1)?.end);
  });

  it('counts the memory of a container that its node evicted, even if the event comes before the pod', async () => {
    await shopWithWeb();
    await start();
    await recommending?.firstPass();
    await cluster.evict('web-3', 'app', '900Mi');
    await recommending?.passes(1);
    await cluster.pod('web-3', { app: 'web' });
    await recommending?.until(() => {
      const app = recommending?.running.workload('shop', 'web').containers[0];
      expect(app?.memory.target).toBeGreaterThan(900 * 2 ** 20);
      // An eviction is no kill.
      expect(app?.ooms).toBeUndefined();
    });
  });

  it('is removed at the collection interval, however rare passes are', async () => {
    await shopWithWeb();
    await start({ recommenderIntervalMs: 3_600_000, checkpointsGcIntervalMs: 20_000 });
    await recommending?.firstPass();
    await cluster.create(CHECKPOINTS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscalerCheckpoint',
      metadata: { namespace: 'shop', name: 'gone-app' },
      spec: { vpaObjectName: 'gone', containerName: 'app' },
    } as VerticalPodAutoscalerCheckpoint);
    for (let seconds = 0; seconds < 40; seconds += 10) await cluster.clock.advance(10_000);
    await vi.waitFor(() => expect(checkpoints()).toEqual(['web-app']), PATIENCE);
  });

  it('is removed with its VPA', async () => {
    await shopWithWeb();
    await start();
    await recommending?.until(() => expect(checkpoints()).toEqual(['web-app']));
    cluster.registry.delete(VPAS, 'shop', 'web');
    await recommending?.passes(12);
    await recommending?.until(() => expect(checkpoints()).toEqual([]));
  });

  it('is removed if its container is gone from the workload, and the others stay', async () => {
    await cluster.workload('web', ['web-1'], ['app', 'sidecar']);
    await cluster.autoscaler('web');
    const usage = { cpu: '250m', memory: '200Mi' };
    cluster.usage.set('shop/web-1', { app: usage, sidecar: usage });
    await start();
    await recommending?.until(() => expect(checkpoints()).toEqual(['web-app', 'web-sidecar']));
    cluster.registry.delete('pods', 'shop', 'web-1', { gracePeriodSeconds: 0 });
    cluster.usage.clear();
    await cluster.pod('web-2', { app: 'web' }, ['app']);
    cluster.usage.set('shop/web-2', { app: usage });
    await recommending?.passes(25);
    await recommending?.until(() => expect(checkpoints()).toEqual(['web-app']));
    const names = recommending?.running.workload('shop', 'web').containers.map((one) => one.name);
    expect(names).toEqual(['app']);
  });
});

function kept(name: string): VerticalPodAutoscalerCheckpoint | undefined {
  return cluster.registry.get<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, 'shop', name);
}

function checkpointOf(
  vpaObjectName: string,
  containerName: string,
  status: Partial<VerticalPodAutoscalerCheckpoint['status']>,
): VerticalPodAutoscalerCheckpoint {
  const histogram = {
    referenceTimestamp: '2026-03-01T00:00:00Z',
    bucketWeights: { 1: 10_000 },
    totalWeight: 1,
  };
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscalerCheckpoint',
    metadata: { name: `${vpaObjectName}-${containerName}`, namespace: 'shop' },
    spec: { vpaObjectName, containerName },
    status: {
      version: 'v3',
      firstSampleStart: '2026-03-01T00:00:00Z',
      lastSampleStart: '2026-03-01T23:59:00Z',
      cpuHistogram: histogram,
      memoryHistogram: histogram,
      ...status,
    },
  };
}

function checkpoints(): string[] {
  return [...cluster.registry.list<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS)].map(
    (one) => one.metadata.name,
  );
}

describe('a process reports on its recommending', () => {
  it("by metrics under the reference's names", async () => {
    await shopWithWeb();
    const { running } = await start();
    await recommending?.passes(2);
    const names = (await running.metrics.getMetricsAsJSON())
      .filter((metric) => /^vpa_/.test(metric.name))
      .map((metric) => metric.name);
    expect(names.sort()).toEqual([
      'vpa_quality_relative_recommendation_changes',
      'vpa_quality_usage_recommendation_relative_diffs',
      'vpa_quality_usage_sample_missing_recommendation_count',
      'vpa_recommender_aggregate_container_states_count',
      'vpa_recommender_execution_latency_seconds',
      'vpa_recommender_metric_server_responses',
      'vpa_recommender_recommendation_latency_seconds',
      'vpa_recommender_vpa_objects_count',
    ]);
    const text = await running.metrics.metrics();
    expect(text).toContain(
      'vpa_recommender_vpa_objects_count{update_mode="Recreate",has_recommendation="true",api="v1",matches_pods="true",unsupported_config="false"} 1',
    );
    expect(text).toContain(
      'vpa_recommender_metric_server_responses{is_error="false",client_name="default"} 3',
    );
  });

  it('by answers to queries for a VPA; a pod without an owner has none', async () => {
    await shopWithWeb();
    const { running } = await start();
    await recommending?.firstPass();
    expect(await running.recommend({ vpa: { namespace: 'shop', name: 'web' } })).toMatchObject({
      origin: 'live',
      recommendation: { containerRecommendations: [{ containerName: 'app', target: { cpu: '410m' } }] },
    });
    const refusals = await Promise.all(
      [
        { vpa: { namespace: 'shop', name: 'nope' } },
        { pod: { metadata: { namespace: 'shop', name: 'web-1' } } },
        { vpa: { namespace: 'shop' } },
      ].map((query) =>
        running.recommend(query).then(
          () => 'answered',
          (error: unknown) => (error as { code?: string }).code,
        ),
      ),
    );
    expect(refusals).toEqual(['not-found', 'not-found', 'invalid']);
  });
});
