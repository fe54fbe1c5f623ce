import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PodPlan } from '@/server/decide/running/planned';
import type { PodGroup } from '@/server/objects/plumbline-types';
import type { KubeObject, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { keepWorkers, ofApps, onGroup, POD_GROUPS, podGroup } from '../support/pod-groups';
import { until } from '../support/until';
import { podsOf, reasonOf, type Updating, UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';
import { createWorker, defineWorkers } from '../support/workers';

const TARGET = { cpu: '163m', memory: '250Mi' };
const LARGE = { cpu: '300m', memory: '300Mi' };

let cluster: UpdatingCluster;
let endController = () => {};

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(async () => {
  endController();
  endController = () => {};
  await cluster.close();
});

/** The plan for a VPA once the caches know its group. */
async function planOf(process: Updating, name: string): Promise<PodPlan[]> {
  return until(`a plan with pods for ${name}`, async () => {
    const pods = await process.plan(cluster, name);
    return pods.length > 0 && pods;
  });
}

/** Each pod of a plan with its reasons, by the workload in its name. */
function byWorkload(pods: readonly PodPlan[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { name, decision, reasons } of pods) {
    const app = /^[a-z]+/.exec(name)?.[0] ?? name;
    found[app] ??= [];
    found[app].push([`${decision}:`, ...new Set(reasons.map(({ code }) => code))].join(' '));
  }
  return found;
}

async function all(app: string, target: object, process: Updating): Promise<void> {
  await until(`${app} at its target`, async () => {
    await process.pass(cluster);
    const requests = cluster.requests(app);
    return requests.length > 0 && requests.every((one) => JSON.stringify(one) === JSON.stringify(target));
  });
}

async function aSecondLater(): Promise<void> {
  const nowMs = cluster.clock.now();
  await until('the next second', () => cluster.clock.now() >= nowMs + 1000);
}

it('a group over two Deployments and a custom controller is worked through by the tolerance of each', async () => {
  await defineWorkers(cluster, 'example.com');
  endController = await keepWorkers(cluster, await createWorker(cluster, 'example.com', 4), 4);
  for (const app of ['front', 'back']) await cluster.workload(app, { replicas: 4 });
  await cluster.ready('web', 4);
  const admission = await cluster.admitting();
  await cluster.create(POD_GROUPS, podGroup('all', ofApps('front', 'back', 'web')));
  await onGroup(cluster, 'all');
  const process = await cluster.updating({ loopBreakerMisses: 0 });
  const pods = await until('a plan that knows every scale', async () => {
    const plan = await process.plan(cluster, 'all');
    return !reasonOf(plan, 'replicas-unknown') && plan.length === 12 && plan;
  });
  for (const found of Object.values(byWorkload(pods)))
    expect(found.map((one) => one.split(':')[0])).toEqual(['evict', 'evict', 'wait', 'wait']);
  expect(reasonOf(pods, 'tolerance-used-up')).toMatchObject({ configured: 4, tolerance: 2, chosen: 2 });

  const witnesses = ['front', 'back', 'web'].map((app) => new Witness(cluster, app));
  for (const app of ['front', 'back', 'web']) await all(app, TARGET, process);
  for (const witness of witnesses) {
    witness.end();
    expect(witness.taken).toHaveLength(4);
    expect(witness.fewestReady).toBeGreaterThanOrEqual(2);
  }
  expect(new Set(admission.mutations().map(({ vpa }) => vpa))).toEqual(new Set(['all']));
});

describe('a VPA on the workload itself', () => {
  beforeEach(async () => {
    for (const app of ['front', 'back']) await cluster.workload(app, { replicas: 2 });
    await cluster.create(POD_GROUPS, podGroup('all', ofApps('front', 'back')));
  });

  it('wins over an older one on a group, which says so', async () => {
    const admission = await cluster.admitting();
    await onGroup(cluster, 'all');
    await aSecondLater();
    await cluster.autoscaler('front', { target: LARGE });
    const process = await cluster.updating();
    expect(byWorkload(await planOf(process, 'all'))).toEqual({
      front: ['leave: other-vpa-acts', 'leave: other-vpa-acts'],
      back: [expect.stringMatching(/^evict/), expect.stringMatching(/^wait/)],
    });
    await all('front', LARGE, process);
    await all('back', TARGET, process);
    expect(new Set(admission.mutations().map(({ pod, vpa }) => `${pod.split('-')[0]} ${vpa}`))).toEqual(
      new Set(['back all', 'front front']),
    );
  });

  it('in mode Off leaves its pods to the group', async () => {
    await cluster.admitting();
    await cluster.autoscaler('front', { target: LARGE, updatePolicy: { updateMode: 'Off' } });
    await onGroup(cluster, 'all');
    const process = await cluster.updating();
    await all('front', TARGET, process);
  });

  it('keeps its pods while it is stopped', async () => {
    const admission = await cluster.admitting();
    await cluster.autoscaler('front', { target: LARGE });
    await onGroup(cluster, 'all');
    const process = await cluster.updating();
    await process.stops.press({ kind: 'vpa', namespace: NAMESPACE, name: 'front' }, 'ada');
    await until(
      'mode Off in the cluster',
      () => cluster.vpa('front').spec.updatePolicy?.updateMode === 'Off',
    );
    await until('a plan that has heard of it', async () => {
      const { front } = byWorkload(await process.plan(cluster, 'all'));
      return front?.every((one) => one === 'leave: other-vpa-acts');
    });
    await all('back', TARGET, process);
    expect(new Set(cluster.requests('front').map((one) => JSON.stringify(one))).size).toBe(1);
    expect(admission.mutations().every(({ vpa }) => vpa === 'all')).toBe(true);
  });
});

it('of overlapping groups the VPA that is older controls what both select, and changes nothing of it', async () => {
  for (const app of ['front', 'back']) await cluster.workload(app, { replicas: 2 });
  const admission = await cluster.admitting();
  await cluster.create(POD_GROUPS, podGroup('both', ofApps('front', 'back')));
  await cluster.create(POD_GROUPS, podGroup('front', ofApps('front')));
  await onGroup(cluster, 'both');
  await aSecondLater();
  await onGroup(cluster, 'front', { target: LARGE });
  const process = await cluster.updating();
  const plan = byWorkload(await planOf(process, 'both'));
  expect(plan.front).toEqual([
    expect.stringMatching(/^wait: .*two-vpas/),
    expect.stringMatching(/^wait: .*two-vpas/),
  ]);
  expect(plan.back?.[0]).toMatch(/^evict/);
  expect(byWorkload(await planOf(process, 'front'))).toEqual({
    front: ['leave: other-vpa-acts', 'leave: other-vpa-acts'],
  });
  const [pod] = cluster.pods('front');
  cluster.sandbox.registry.delete('pods', NAMESPACE, pod?.metadata.name ?? '');
  const made = await until('a new pod', () =>
    admission.mutations().find(({ pod: name }) => name.startsWith('front')),
  );
  expect(made).toMatchObject({ vpa: 'both', overruled: ['front'] });
});

it('an HPA on one of the owners keeps its resource for the pods of that owner', async () => {
  for (const app of ['front', 'back']) await cluster.workload(app, { replicas: 2 });
  const admission = await cluster.admitting();
  await cluster.create('horizontalpodautoscalers.autoscaling', {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'front', namespace: NAMESPACE },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front' },
      minReplicas: 2,
      maxReplicas: 2,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    },
  } as KubeObject);
  await cluster.create(POD_GROUPS, podGroup('all', ofApps('front', 'back')));
  await onGroup(cluster, 'all', { annotations: { 'plumbline.dev/with-hpa': 'keep-threshold' } });
  const process = await cluster.updating();
  const { front, back } = byWorkload(
    await until('a plan that knows the HPA', async () => {
      const plan = await process.plan(cluster, 'all');
      return reasonOf(plan, 'hpa-same-resource') && plan;
    }),
  );
  expect(front?.[0]).toContain('hpa-same-resource');
  expect(back?.[0]).not.toContain('hpa-same-resource');
  await all('front', { cpu: '100m', memory: TARGET.memory }, process);
  await all('back', TARGET, process);
  expect(admission.mutations()).toHaveLength(4);
});

describe('a whole namespace, by an empty selector', () => {
  it('leaves alone what no controller would replace, and works through the rest', async () => {
    await cluster.workload('front', { replicas: 2 });
    await cluster.workload('agent', { kind: 'DaemonSet' });
    await cluster.workload('batch', { kind: 'Job', replicas: 2 });
    const spec = { containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '100m' } } }] };
    const bare = (name: string, more: Partial<Pod['metadata']> = {}): Pod => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: NAMESPACE, ...more },
      spec,
    });
    await cluster.create('pods', bare('debug'));
    const [node] = [...cluster.sandbox.registry.list('nodes')];
    await cluster.create(
      'pods',
      bare('static', {
        annotations: { 'kubernetes.io/config.mirror': 'x' },
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'Node',
            name: node?.metadata.name ?? '',
            uid: node?.metadata.uid ?? '',
            controller: true,
          },
        ],
      }),
    );
    await until('both run', () =>
      ['debug', 'static'].every(
        (name) => cluster.sandbox.registry.get<Pod>('pods', NAMESPACE, name)?.status?.phase === 'Running',
      ),
    );
    const admission = await cluster.admitting();
    await cluster.create(POD_GROUPS, podGroup('namespace', {}));
    await onGroup(cluster, 'namespace');
    const process = await cluster.updating({ loopBreakerMisses: 0 });
    const plan = byWorkload(
      await until('a plan of all', async () => {
        const pods = await process.plan(cluster, 'namespace');
        return pods.length === 9 && pods;
      }),
    );
    expect(plan.debug).toEqual(['leave: no-controller']);
    expect(plan.static).toEqual(['leave: no-controller']);
    expect([plan.front?.[0], plan.agent?.[0]]).toEqual(Array(2).fill(expect.stringMatching(/^evict/)));
    expect(plan.batch?.[0]).toBe('wait: outside-bounds runs-to-an-end');
    for (const app of ['front', 'agent']) await all(app, TARGET, process);

    const mirror = bare('mirror', {
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Node', name: 'n', uid: node?.metadata.uid ?? '', controller: true },
      ],
    });
    const review = (object: Pod) =>
      admission.handle.review({
        uid: 'one',
        resource: { group: '', version: 'v1', resource: 'pods' },
        operation: 'CREATE',
        namespace: NAMESPACE,
        object,
      } as Parameters<typeof admission.handle.review>[0]);
    expect(await review(mirror)).toEqual({ allowed: true });
    expect(await review(bare('by-hand'))).toMatchObject({ operations: expect.any(Array) });
  });
});

describe('while it runs', () => {
  let process: Updating;
  beforeEach(async () => {
    for (const app of ['front', 'back']) await cluster.workload(app, { replicas: 2 });
    await cluster.create(POD_GROUPS, podGroup('some', ofApps('front')));
    await onGroup(cluster, 'some', { mode: 'Off' });
    process = await cluster.updating();
    await planOf(process, 'some');
  });

  const names = async () => Object.keys(byWorkload(await process.plan(cluster, 'some'))).sort();
  const edited = (change: (group: PodGroup) => void) =>
    cluster.sandbox.registry.mutate<PodGroup>(POD_GROUPS, NAMESPACE, 'some', change);

  it('follows its selector', async () => {
    edited((group) => {
      group.spec.selector = ofApps('front', 'back');
    });
    await until('both workloads', async () => (await names()).join() === 'back,front');
    edited((group) => {
      group.spec.selector = ofApps('back');
    });
    await until('only the other', async () => (await names()).join() === 'back');
  });

  it('selects nothing once it is gone, until it is made again', async () => {
    cluster.sandbox.registry.delete(POD_GROUPS, NAMESPACE, 'some');
    await until('no pods', async () => (await names()).length === 0);
    await cluster.create(POD_GROUPS, podGroup('some', ofApps('front')));
    await until('its pods again', async () => (await names()).join() === 'front');
  });

  it('follows the labels of a running pod', async () => {
    edited((group) => {
      group.spec.selector = { matchLabels: { tier: 'one' } };
    });
    await until('no pods', async () => (await names()).length === 0);
    const [pod] = cluster.pods('back');
    const label = (value: string) =>
      cluster.sandbox.registry.mutate<Pod>('pods', NAMESPACE, pod?.metadata.name ?? '', (draft) => {
        draft.metadata.labels = { ...draft.metadata.labels, tier: value };
      });
    label('one');
    await until('one pod', async () => (await process.plan(cluster, 'some')).length === 1);
    label('two');
    await until('none', async () => (await process.plan(cluster, 'some')).length === 0);
  });

  it('evicts no pod that has left the group since the plan', async () => {
    await cluster.admitting();
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'some', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Recreate' };
    });
    await until('a plan that evicts', async () =>
      (await process.plan(cluster, 'some')).some(({ decision }) => decision === 'evict'),
    );
    const { plan, workloads } = await process.updater.plan();
    const [planned] = podsOf(plan, 'some');
    if (!planned) throw new Error('nothing is planned');
    const fresh = cluster.sandbox.registry.get<Pod>('pods', NAMESPACE, planned.name);
    const workload = workloads.find(({ vpa }) => vpa.name === 'some');
    if (!fresh || !workload) throw new Error('nothing is planned');
    const left = { ...fresh, metadata: { ...fresh.metadata, labels: { app: 'other' } } };
    expect(process.updater.gatherer.again(workload, left, [])?.pods).toEqual([]);
    expect(process.updater.gatherer.again(workload, fresh, [])?.pods).toEqual([fresh]);
  });
});

it('pods of one owner in two groups share its tolerance', async () => {
  await cluster.workload('front', { replicas: 4 });
  await cluster.admitting();
  const [first, second] = cluster.pods('front');
  for (const pod of [first, second])
    cluster.sandbox.registry.mutate<Pod>('pods', NAMESPACE, pod?.metadata.name ?? '', (draft) => {
      draft.metadata.labels = { ...draft.metadata.labels, half: 'one' };
    });
  await cluster.create(POD_GROUPS, podGroup('one', { matchLabels: { half: 'one' } }));
  await cluster.create(
    POD_GROUPS,
    podGroup('two', { matchExpressions: [{ key: 'half', operator: 'DoesNotExist' }] }),
  );
  await onGroup(cluster, 'one');
  await onGroup(cluster, 'two');
  const process = await cluster.updating({ loopBreakerMisses: 0, respectRoom: false });
  await planOf(process, 'one');
  await planOf(process, 'two');
  const witness = new Witness(cluster, 'front');
  cluster.schedule(false);
  await process.pass(cluster);
  await process.pass(cluster);
  witness.end();
  expect(witness.taken).toHaveLength(2);
});
