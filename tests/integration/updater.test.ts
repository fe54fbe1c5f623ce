import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler, KubeObject, Pod, PodDisruptionBudget } from '@/server/kube/types';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { startUpdater } from '@/server/updater';
import { codes, NAMESPACE, podsOf, recordingInto, UpdatingCluster, until } from '../support/updating';

const TARGET = { cpu: '163m', memory: '250Mi' };
const SMALL = { cpu: '100m', memory: '64Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

describe('recreating', () => {
  it('brings every pod to its target, no more away at once than tolerated, each with its record and events', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    let rounds = 0;
    while (cluster.requests('web').some((requests) => JSON.stringify(requests) !== JSON.stringify(TARGET))) {
      const plan = await process.plan(cluster, 'web');
      const planned = plan.filter(({ decision }) => decision === 'evict').map(({ name }) => name);
      const before = process.actions().length;
      await process.pass(cluster);
      const running = cluster.pods('web').filter(({ status }) => status?.phase === 'Running');
      expect(running.length).toBeGreaterThanOrEqual(2);
      expect(process.actions().length - before).toBe(planned.length);
      await cluster.ready('web', 4);
      expect(++rounds).toBeLessThan(6);
    }
    expect(process.actions()).toEqual(Array(4).fill('evict done'));
    await process.context.events.flush();
    expect(cluster.events('EvictedByVPA')).toHaveLength(4);
    expect(cluster.events('EvictedPod').length).toBeGreaterThan(0);
    expect(codes(await process.plan(cluster, 'web'))).toEqual(Array(4).fill('leave: within-bounds'));
  });

  it('leaves a single replica alone unless its VPA says one is enough', async () => {
    await cluster.admitting();
    await cluster.workload('solo', { replicas: 1 });
    await cluster.autoscaler('solo');
    const process = await cluster.updating();
    expect(codes(await process.plan(cluster, 'solo'))[0]).toMatch(/^wait: .*too-few-replicas/);
    cluster.sandbox.registry.mutate(
      'verticalpodautoscalers.autoscaling.k8s.io',
      NAMESPACE,
      'solo',
      (draft) => {
        Object.assign(draft, {
          spec: { ...cluster.vpa('solo').spec, updatePolicy: { updateMode: 'Recreate', minReplicas: 1 } },
        });
      },
    );
    await process.pass(cluster);
    await cluster.ready('solo', 1);
    expect(cluster.requests('solo')).toEqual([TARGET]);
  });

  it.each(['StatefulSet', 'DaemonSet', 'Job'] as const)('works through a %s', async (kind) => {
    await cluster.admitting();
    await cluster.workload('many', { kind, replicas: 3 });
    await cluster.autoscaler('many', { kind });
    const process = await cluster.updating();
    for (let round = 0; round < 20 && process.actions().length < 3; round++) {
      await process.pass(cluster);
      const live = cluster.pods('many').filter(({ status }) => status?.phase === 'Running').length;
      expect(live).toBeGreaterThanOrEqual(2);
      await cluster.ready('many', 3);
    }
    expect(cluster.requests('many')).toEqual(Array(3).fill(TARGET));
  });
});

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

describe('resizing in place', () => {
  const inPlace = { updatePolicy: { updateMode: 'InPlaceOrRecreate' as const } };

  it('changes the running pods themselves', async () => {
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web', inPlace);
    const process = await cluster.updating();
    const uids = cluster.pods('web').map(({ metadata }) => metadata.uid);
    for (let round = 0; round < 6 && process.actions().length < 4; round++) {
      await process.pass(cluster);
      await until('resizes done', () => cluster.pods('web').every((pod) => !isResizing(pod)));
    }
    expect(process.actions()).toEqual(Array(4).fill('resize done'));
    expect(cluster.pods('web').map(({ metadata }) => metadata.uid)).toEqual(uids);
    expect(cluster.requests('web')).toEqual(Array(4).fill(TARGET));
    expect(cluster.pods('web')[0]?.metadata.annotations?.vpaInPlaceUpdated).toBe('true');
  });

  it('is put back in place on request, with who asked', async () => {
    await cluster.workload('web', { replicas: 2 });
    await cluster.autoscaler('web', inPlace);
    const process = await cluster.updating();
    for (let round = 0; round < 4; round++) {
      await process.pass(cluster);
      await until('resizes done', () => cluster.pods('web').every((pod) => !isResizing(pod)));
    }
    expect(cluster.requests('web')).toEqual([TARGET, TARGET]);
    const vpas = 'verticalpodautoscalers.autoscaling.k8s.io';
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(vpas, NAMESPACE, 'web', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Off' };
    });
    const context = cluster.context({ roles: ['updater'] });
    const store = recordingInto(process.records);
    const handle = startUpdater(context, { stops: process.stops, store });
    await until('the pods', () => handle.plan().vpas[0]?.pods.length === 2);
    const scope = { kind: 'vpa' as const, namespace: NAMESPACE, name: 'web' };
    expect(await handle.revert(scope, 'ada')).toEqual({ reverted: 2, failed: 0 });
    expect(cluster.requests('web')).toEqual([SMALL, SMALL]);
    expect(process.records.at(-1)).toMatchObject({ kind: 'change', change: 'revert', who: 'ada' });
    await handle.stop();
    await context.caches.stop();
    await context.client.close();
  });

  it('evicts what its node can never hold', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await addLargeNode();
    await cluster.autoscaler('web', { ...inPlace, target: { cpu: '9', memory: '250Mi' } });
    const process = await cluster.updating();
    for (let round = 0; round < 2; round++) {
      await process.pass(cluster);
      await until(
        'an infeasible resize',
        () =>
          cluster.pods('web').filter((pod) => condition(pod, 'PodResizePending')?.reason === 'Infeasible')
            .length > round,
      );
    }
    expect(process.actions()).toEqual(['resize done', 'resize done']);
    expect(codes(await process.plan(cluster, 'web'))[0]).toBe('evict: resize-infeasible');
    await process.pass(cluster);
    expect(process.actions()).toEqual(['resize done', 'resize done', 'evict done']);
    const [replaced] = await until('a replacement on the large node', () => {
      const pods = cluster.pods('web').filter(({ spec }) => spec.nodeName === 'large');
      return pods.length > 0 && pods;
    });
    expect(replaced?.spec.containers[0]?.resources?.requests).toEqual({ cpu: '9', memory: '250Mi' });
  });

  it('evicts what the API server refuses to resize', async () => {
    await cluster.admitting();
    await cluster.workload('sure', { replicas: 2, resources: { requests: SMALL, limits: SMALL } });
    await cluster.autoscaler('sure', {
      ...inPlace,
      target: { cpu: '50m', memory: '32Mi' },
      resourcePolicy: { containerPolicies: [{ containerName: 'app', controlledValues: 'RequestsOnly' }] },
    });
    const process = await cluster.updating();
    await process.pass(cluster);
    expect(process.actions()).toEqual(['resize refused']);
    expect(codes(await process.plan(cluster, 'sure'))[0]).toMatch(/^evict: .*resize-refused/);
    await process.pass(cluster);
    expect(process.actions().filter((action) => action === 'evict done')).toHaveLength(1);
  });

  it('never evicts in mode InPlace, and asks again only for less', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await addLargeNode();
    await cluster.autoscaler('web', {
      updatePolicy: { updateMode: 'InPlace' },
      target: { cpu: '9', memory: '250Mi' },
    });
    const process = await cluster.updating();
    await process.pass(cluster);
    await until('an infeasible resize', () =>
      cluster.pods('web').some((pod) => condition(pod, 'PodResizePending')?.reason === 'Infeasible'),
    );
    cluster.recommend('web', { cpu: '10', memory: '250Mi' });
    const infeasible = (await process.plan(cluster, 'web')).find(({ reasons }) =>
      reasons.some(({ code }) => code === 'resize-infeasible'),
    );
    expect(infeasible?.decision).toBe('wait');
    cluster.recommend('web', TARGET);
    for (let round = 0; round < 4; round++) {
      await process.pass(cluster);
      await until('resizes done', () => cluster.pods('web').every((pod) => !isResizing(pod)));
    }
    expect(cluster.requests('web')).toEqual([TARGET, TARGET]);
    expect(process.actions().some((action) => action.startsWith('evict'))).toBe(false);
  });
});

describe('a startup boost', () => {
  it('is taken back in place once the pod has been ready for its duration', async () => {
    await cluster.admitting();
    await cluster.autoscaler('web', {
      startupBoost: { cpu: { type: 'Factor', factor: 3, durationSeconds: 30 } },
      target: SMALL,
    });
    await cluster.workload('web', { replicas: 2 });
    expect(cluster.requests('web')).toEqual(Array(2).fill({ cpu: '300m', memory: '64Mi' }));
    const process = await cluster.updating();
    await until('a boost that has lasted long enough', () =>
      podsOf(process.updater.plan().plan, 'web').some(({ decision }) => decision === 'resize'),
    );
    for (let round = 0; round < 4; round++) {
      await process.pass(cluster);
      await until('resizes done', () => cluster.pods('web').every((pod) => !isResizing(pod)));
    }
    expect(cluster.requests('web')).toEqual([SMALL, SMALL]);
    expect(process.actions()).toEqual(['unboost done', 'unboost done']);
    expect(Object.keys(cluster.pods('web')[0]?.metadata.annotations ?? {}).join()).not.toContain(
      'StartupBoost',
    );
  });
});

function condition(pod: Pod, type: string) {
  return pod.status?.conditions?.find((one) => one.type === type && one.status === 'True');
}

function isResizing(pod: Pod): boolean {
  const actual = pod.status?.containerStatuses?.[0]?.resources?.requests;
  return (
    condition(pod, 'PodResizeInProgress') !== undefined ||
    condition(pod, 'PodResizePending')?.reason === 'Deferred' ||
    (!condition(pod, 'PodResizePending') && actual?.cpu !== pod.spec.containers[0]?.resources?.requests?.cpu)
  );
}

/** A node that could hold what the others cannot, so that only the node of a pod stands in the way. */
async function addLargeNode(): Promise<void> {
  const [node] = cluster.sandbox.registry.list<KubeObject & { status: object }>('nodes');
  if (!node) throw new Error('no node');
  const size = { cpu: '32', memory: '64Gi', pods: '110', 'ephemeral-storage': '100Gi' };
  await cluster.create('nodes', {
    ...node,
    metadata: { name: 'large', labels: { 'kubernetes.io/hostname': 'large' } },
    status: { ...node.status, capacity: size, allocatable: size },
  } as KubeObject);
}
