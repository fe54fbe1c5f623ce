import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toKubeTime } from '@/server/lib/time/clock';
import type { KubeObject, Node, Pod } from '@/server/objects/types';
import { NAMESPACE } from '../support/embedded-cluster';
import { shippedAccount } from '../support/shipped-rights';
import { until } from '../support/until';
import { codes, podsOf, UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

const TARGET = { cpu: '163m', memory: '250Mi' };
/** Every resource at once, and no pod more at a time than is tolerated. */
const TOGETHER = { resourcesApart: false };
const MIB = 2 ** 20;
const SMALL = { cpu: '100m', memory: '64Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

describe('resizing in place', () => {
  const inPlace = { updatePolicy: { updateMode: 'InPlaceOrRecreate' as const } };

  it('changes the running pods themselves without restarts, with its records and events', async () => {
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web', inPlace);
    const process = await cluster.updating(TOGETHER);
    const uids = cluster.pods('web').map(({ metadata }) => metadata.uid);
    const witness = new Witness(cluster, 'web');
    const first = await process.plan(cluster, 'web');
    expect(codes(first).slice(0, 2)).toEqual(Array(2).fill('resize: outside-bounds outside-bounds'));
    expect(first[2]?.reasons.at(-1)).toMatchObject({ code: 'tolerance-used-up', tolerance: 2, chosen: 2 });
    for (let round = 0; round < 6 && process.actions().length < 4; round++) {
      await process.pass(cluster);
      await until('resizes done', () => cluster.pods('web').every((pod) => !isResizing(pod)));
    }
    expect(process.actions()).toEqual(Array(4).fill('resize done'));
    expect(cluster.pods('web').map(({ metadata }) => metadata.uid)).toEqual(uids);
    expect(cluster.requests('web')).toEqual(Array(4).fill(TARGET));
    const [pod] = cluster.pods('web');
    expect(pod?.metadata.annotations?.vpaInPlaceUpdated).toBe('true');
    expect(cluster.pods('web').map(({ status }) => status?.containerStatuses?.[0]?.restartCount)).toEqual(
      Array(4).fill(0),
    );
    expect(witness.taken).toEqual([]);
    witness.end();
    expect(process.records.find(({ kind }) => kind === 'action')).toMatchObject({
      action: 'resize',
      outcome: 'done',
      before: { app: { cpu: 100, memory: 64 * 2 ** 20 } },
      after: { app: { cpu: 163, memory: 250 * 2 ** 20 } },
    });
    await process.context.events.flush();
    expect(new Set(cluster.events('InPlaceResizedByVPA').map((event) => event.involvedObject.name))).toEqual(
      new Set(cluster.pods('web').map(({ metadata }) => metadata.name)),
    );
  });

  it('needs no right to patch pods: what it would note on them shows all the same, and can be put back', async () => {
    await cluster.workload('web', { replicas: 2 });
    await cluster.autoscaler('web', inPlace);
    const kubeconfig = await shippedAccount(cluster.sandbox);
    const process = await cluster.updating({ ...TOGETHER, kubeconfig });
    for (let round = 0; round < 6 && process.actions().length < 2; round++) {
      await process.pass(cluster);
      await until('resizes done', () => cluster.pods('web').every((pod) => !isResizing(pod)));
    }
    expect(process.actions()).toEqual(Array(2).fill('resize done'));
    const [pod] = cluster.pods('web');
    expect(
      Object.keys(pod?.metadata.annotations ?? {}).filter((key) => /^(plumbline|vpa)/.test(key)),
    ).toEqual([]);
    const seen = () =>
      [...process.context.caches.pods.list(NAMESPACE)].map(({ metadata }) => metadata.annotations);
    const marks = {
      vpaInPlaceUpdated: 'true',
      'plumbline.dev/resized-at': expect.any(String),
      'plumbline.dev/requests-before': expect.stringContaining('[100,163]'),
    };
    await until('resized pods in the cache', () => seen().every((one) => one?.vpaInPlaceUpdated));
    expect(seen()).toEqual(Array(2).fill(expect.objectContaining(marks)));

    // Another process knows from the managed fields that Plumbline resized them, and when.
    const other = await cluster.updating({ ...TOGETHER, kubeconfig });
    await until('pods in its cache', () => [...other.context.caches.pods.list(NAMESPACE)].length === 2);
    const { 'plumbline.dev/requests-before': _, ...known } = marks;
    expect(
      [...other.context.caches.pods.list(NAMESPACE)].map(({ metadata }) => metadata.annotations),
    ).toEqual(Array(2).fill(expect.objectContaining(known)));
    await other.operations.stops.press({ kind: 'all' }, 'ada');
    expect(await other.operations.reverts.revert({ kind: 'all' }, 'ada')).toEqual({ reverted: 2, failed: 0 });
    expect(cluster.requests('web')).toEqual(Array(2).fill(SMALL));
    await until('no marks any more', () => seen().every((one) => !one?.vpaInPlaceUpdated));
  });

  it('raises what is short at once, and CPU that no node has room for keeps no memory waiting', async () => {
    await cluster.workload('web', { replicas: 4 });
    await cluster.workload('filler', { replicas: 3, resources: { requests: { cpu: '7', memory: '64Mi' } } });
    await cluster.autoscaler('web', {
      updatePolicy: { updateMode: 'InPlace' },
      target: { cpu: '3', memory: '250Mi' },
    });
    const process = await cluster.updating();
    const plan = await process.plan(cluster, 'web');
    expect(plan.map(({ decision }) => decision)).toEqual(Array(4).fill('resize'));
    expect(plan[0]?.reasons.map(({ code }) => code)).toContain('no-room-now');
    await process.pass(cluster);
    expect(process.actions()).toEqual(Array(4).fill('resize done'));
    expect(cluster.requests('web')).toEqual(Array(4).fill({ cpu: SMALL.cpu, memory: '250Mi' }));
  });

  it('lowers first and alone, and raises once that is granted', async () => {
    await cluster.workload('web', { replicas: 1, resources: { requests: { cpu: '100m', memory: '900Mi' } } });
    await cluster.autoscaler('web', {
      updatePolicy: { updateMode: 'InPlace', minReplicas: 1 },
      target: TARGET,
    });
    const process = await cluster.updating();
    await process.pass(cluster);
    expect(cluster.requests('web')).toEqual([{ cpu: '100m', memory: TARGET.memory }]);
    await until('both halves', async () => {
      await process.pass(cluster);
      return isDeepStrictEqual(cluster.requests('web'), [TARGET]);
    });
    expect(process.actions()).toEqual(['resize done', 'resize done']);
    const { annotations } = cluster.pods('web')[0]?.metadata ?? {};
    expect(annotations?.['plumbline.dev/raises-next']).toBeUndefined();
    // It is one change of the day.
    expect(annotations?.['plumbline.dev/changes']?.split(',')).toHaveLength(1);
  });

  it('takes back what its kubelet defers, tells what it held, and does not ask again at once', async () => {
    await cluster.workload('web', { replicas: 1 });
    await cluster.workload('filler', { replicas: 3, resources: { requests: { cpu: '7', memory: '64Mi' } } });
    await cluster.autoscaler('web', {
      updatePolicy: { updateMode: 'InPlace', minReplicas: 1 },
      target: { cpu: '3', memory: '64Mi' },
    });
    // Asked for without a look at the room, as another scheduler may have taken it meanwhile.
    const process = await cluster.updating({ respectRoom: false, deferredResizeHeldMs: 1 });
    await process.pass(cluster);
    await until('a deferred resize', () =>
      cluster.pods('web').every((pod) => condition(pod, 'PodResizePending')?.reason === 'Deferred'),
    );
    await until('requests as they were', async () => {
      await process.pass(cluster);
      return isDeepStrictEqual(cluster.requests('web'), [SMALL]);
    });
    await until('no resize that waits', () =>
      cluster.pods('web').every((pod) => condition(pod, 'PodResizePending') === undefined),
    );
    const back = process.records.findLast(({ kind }) => kind === 'action');
    expect(back).toMatchObject({
      reasons: [{ code: 'resize-taken-back', cause: 'room', what: 'cpu', held: { cpu: 2900 } }],
    });
    await process.pass(cluster);
    expect(process.actions()).toEqual(['resize done', 'resize done']);
    const [plan] = await process.plan(cluster, 'web');
    expect(plan?.reasons.map(({ code }) => code)).toContain('resize-withdrawn');
  });

  it('gives a memory limit back that is below what is used, lets CPU go on, and evicts nobody', async () => {
    await cluster.workload('web', {
      replicas: 1,
      resources: { requests: { cpu: '900m', memory: '500Mi' }, limits: { memory: '600Mi' } },
      character: '{"kind":"steady","cpu":"20m","memory":"300Mi"}',
    });
    await cluster.autoscaler('web', {
      updatePolicy: { updateMode: 'InPlaceOrRecreate', minReplicas: 1 },
      target: { cpu: '163m', memory: '100Mi' },
    });
    const process = await cluster.updating();
    const [before] = cluster.pods('web');
    const limits = () => cluster.pods('web').map(({ spec }) => spec.containers[0]?.resources?.limits?.memory);
    await process.pass(cluster);
    await until('a limit that cannot be lowered', () =>
      cluster.pods('web').every((pod) => condition(pod, 'PodResizeInProgress')?.reason === 'Error'),
    );
    await process.pass(cluster);
    expect(limits()).toEqual(['600Mi']);
    const back = process.records.findLast(({ kind }) => kind === 'action');
    expect(back).toMatchObject({
      action: 'resize',
      outcome: 'done',
      reasons: [{ code: 'limit-given-back', container: 'app', former: 600 * 2 ** 20 }],
    });
    await until('CPU that is in force', () =>
      cluster
        .pods('web')
        .every(
          (pod) =>
            !isResizing(pod) && pod.status?.containerStatuses?.[0]?.resources?.requests?.cpu === '163m',
        ),
    );
    for (let round = 0; round < 3; round++) await process.pass(cluster);
    expect(limits()).toEqual(['600Mi']);
    const [after] = cluster.pods('web');
    expect(after?.metadata.uid).toBe(before?.metadata.uid);
    expect(after?.status?.containerStatuses?.[0]?.restartCount).toBe(0);
    expect(process.actions()).toEqual(['resize done', 'resize done']);
    expect(cluster.requests('web')).toEqual([{ cpu: '163m', memory: '100Mi' }]);
  });

  it('is reverted in place on request while stopped, as far as a resize can, and stays so', async () => {
    await cluster.workload('web', { replicas: 2 });
    await cluster.workload('part', { replicas: 2, resources: { requests: { memory: SMALL.memory } } });
    for (const name of ['web', 'part']) await cluster.autoscaler(name, inPlace);
    const process = await cluster.updating(TOGETHER);
    const pods = () => ['web', 'part'].flatMap((name) => cluster.pods(name));
    for (let round = 0; round < 8 && process.actions().length < 4; round++) {
      await process.pass(cluster);
      await until('resizes done', () => pods().every((pod) => !isResizing(pod)));
    }
    expect([...cluster.requests('web'), ...cluster.requests('part')]).toEqual(Array(4).fill(TARGET));
    const { operations, records } = process;
    const scope = { kind: 'all' } as const;
    await process.caughtUp(cluster);
    await expect(operations.reverts.revert(scope, 'ada')).rejects.toMatchObject({ code: 'conflict' });

    await operations.stops.press(scope, 'ada');
    await process.caughtUp(cluster);
    const { pods: covered, foreseen } = await operations.reverts.preview(scope);
    const back = Object.fromEntries(foreseen.map(({ name, groups }) => [name, groups]));
    expect([covered, Object.keys(back).sort()]).toEqual([4, ['part', 'web']]);
    expect(back.web).toMatchObject([
      {
        decision: 'resize',
        count: 2,
        changes: [{ from: { cpu: 163, memory: 250 * MIB }, to: { cpu: 100, memory: 64 * MIB } }],
      },
    ]);
    expect(back.part?.[0]?.changes[0]?.to).not.toHaveProperty('cpu');
    expect(await operations.reverts.revert(scope, 'ada')).toEqual({ reverted: 4, failed: 0 });
    expect(records.at(-1)).toMatchObject({ kind: 'change', change: 'revert', who: 'ada' });
    const putBack = { web: SMALL, part: { cpu: TARGET.cpu, memory: SMALL.memory } };
    for (const name of ['web', 'part'] as const)
      expect(cluster.requests(name)).toEqual(Array(2).fill(putBack[name]));
    const said = records.findLast((record) => record.kind === 'action' && record.vpa === 'part');
    expect(said).toMatchObject({
      action: 'revert',
      outcome: 'done',
      detail: expect.stringContaining('app cpu'),
    });
    expect(pods().some(({ metadata }) => metadata.annotations?.vpaInPlaceUpdated)).toBe(false);
    const done = process.actions().length;
    await process.pass(cluster);
    expect(process.actions()).toHaveLength(done);
  });

  it('evicts what its node can never fit', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await addLargeNode();
    await cluster.autoscaler('web', { ...inPlace, target: { cpu: '9', memory: '250Mi' } });
    const process = await cluster.updating({ ...TOGETHER, deferredResizeHeldMs: 0 });
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

  it('asks for nothing that its node has no room for, and moves the pod after a while where another node has', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await addLargeNode();
    await cluster.autoscaler('web', { ...inPlace, target: { cpu: '9', memory: '250Mi' } });
    const process = await cluster.updating({ resizeDeferredTimeoutMs: 1 });
    const plan = await process.plan(cluster, 'web');
    expect(plan[0]?.reasons).toContainEqual(
      expect.objectContaining({ code: 'no-room-now', elsewhere: true }),
    );
    await until('an eviction', async () => {
      await process.pass(cluster);
      return process.actions().includes('evict done');
    });
    expect(cluster.pods('web').some((pod) => condition(pod, 'PodResizePending'))).toBe(false);
    await until('a replacement on the large node', () =>
      cluster.pods('web').some(({ spec }) => spec.nodeName === 'large'),
    );
  });

  it('evicts what the API server would refuse to resize, without asking it', async () => {
    await cluster.admitting();
    await cluster.workload('sure', { replicas: 2, resources: { requests: SMALL, limits: SMALL } });
    await cluster.autoscaler('sure', {
      ...inPlace,
      target: { cpu: '50m', memory: '32Mi' },
      resourcePolicy: { containerPolicies: [{ containerName: 'app', controlledValues: 'RequestsOnly' }] },
    });
    const process = await cluster.updating();
    expect(codes(await process.plan(cluster, 'sure'))[0]).toMatch(/^evict: .*resize-changes-qos/);
    await process.pass(cluster);
    expect(process.actions()).toEqual(['evict done']);
  });

  it('raises an init container with the pod, where a LimitRange that came later demands it', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2, setup: { requests: { cpu: '10m', memory: '16Mi' } } });
    await cluster.autoscaler('web', inPlace);
    await cluster.create('limitranges', {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'least', namespace: NAMESPACE },
      spec: { limits: [{ type: 'Container', min: { cpu: '20m', memory: '32Mi' } }] },
    } as KubeObject);
    const process = await cluster.updating(TOGETHER);
    const uids = cluster.pods('web').map(({ metadata }) => metadata.uid);
    const features = (declaredFeatures: string[]) => {
      for (const { metadata } of [...cluster.sandbox.registry.list('nodes')])
        cluster.sandbox.registry.mutate<Node>(
          'nodes',
          undefined,
          metadata.name,
          (draft) => {
            draft.status = { ...draft.status, declaredFeatures };
          },
          { subresource: 'status' },
        );
    };
    const [{ status } = {}] = [...cluster.sandbox.registry.list<Node>('nodes')];
    features([]);
    expect(codes(await process.plan(cluster, 'web'))[0]).toMatch(/^wait: .*resize-not-allowed/);
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    features(status?.declaredFeatures ?? []);
    const setups = () => cluster.pods('web').map(({ spec }) => spec.initContainers?.[0]?.resources?.requests);
    await until('both pods as recommended', async () => {
      await process.pass(cluster);
      return isDeepStrictEqual(cluster.requests('web'), [TARGET, TARGET]);
    });
    expect(setups()).toEqual(Array(2).fill({ cpu: '20m', memory: '32Mi' }));
    expect(cluster.pods('web').map(({ metadata }) => metadata.uid)).toEqual(uids);
    expect(process.actions()).toEqual(Array(2).fill('resize done'));
  });

  it('never evicts in mode InPlace, and asks again only for less', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await addLargeNode();
    await cluster.autoscaler('web', {
      updatePolicy: { updateMode: 'InPlace' },
      target: { cpu: '9', memory: '250Mi' },
    });
    const process = await cluster.updating({ respectRoom: false });
    await process.pass(cluster);
    await until('an infeasible resize', () =>
      cluster.pods('web').some((pod) => condition(pod, 'PodResizePending')?.reason === 'Infeasible'),
    );
    cluster.recommend('web', { cpu: '10', memory: '250Mi' });
    const infeasible = (await process.plan(cluster, 'web')).find(({ reasons }) =>
      reasons.some(({ code }) => code === 'resize-infeasible'),
    );
    expect(infeasible?.decision).toBe('wait');
    await process.pass(cluster);
    await until('an event of 1.8', () => cluster.events('InPlaceResizeSkipped').length > 0);
    expect(await process.context.metrics.metrics()).toMatch(
      /^vpa_updater_in_place_infeasible_skip_pods_total\{vpa_size_log2="1",vpa_name="web",vpa_namespace="[\w-]+"\} [1-9]/m,
    );
    cluster.recommend('web', TARGET);
    // One pod waits for the other's resize to be over.
    await until('both pods as recommended', async () => {
      await process.pass(cluster);
      return isDeepStrictEqual(cluster.requests('web'), [TARGET, TARGET]);
    });
    expect(process.actions().some((action) => action.startsWith('evict'))).toBe(false);
  });
});

describe('a resize that does not happen', () => {
  const modes = ['InPlaceOrRecreate', 'InPlace'] as const;

  it('is not asked for where the node has no room, and says what it is short of', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await cluster.workload('filler', { replicas: 3, resources: { requests: { cpu: '7', memory: '64Mi' } } });
    await cluster.autoscaler('web', {
      updatePolicy: { updateMode: 'InPlace' },
      target: { cpu: '3', memory: '250Mi' },
    });
    const process = await cluster.updating(TOGETHER);
    await process.pass(cluster);
    const waiting = (await process.plan(cluster, 'web')).filter(({ decision }) => decision === 'wait');
    const short = waiting.flatMap(({ reasons }) => reasons.find(({ code }) => code === 'no-room-now') ?? []);
    expect(short[0]).toMatchObject({ way: 'resize', resource: 'cpu', asked: 3000 });
    expect(waiting[0]?.awaits).toEqual(['room-freed']);
  });

  /** Two pods asked to grow within nodes that are full: deferred. */
  async function deferred(updateMode: (typeof modes)[number], settings = {}) {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await cluster.workload('filler', { replicas: 3, resources: { requests: { cpu: '7', memory: '64Mi' } } });
    await cluster.autoscaler('web', { updatePolicy: { updateMode }, target: { cpu: '3', memory: '250Mi' } });
    const process = await cluster.updating({ respectRoom: false, ...TOGETHER, ...settings });
    await process.pass(cluster);
    await until('a deferred resize', () =>
      cluster.pods('web').some((pod) => condition(pod, 'PodResizePending')?.reason === 'Deferred'),
    );
    return process;
  }

  it('is waited for while it is deferred, then becomes an eviction', async () => {
    const process = await deferred('InPlaceOrRecreate');
    const waiting = (await process.plan(cluster, 'web')).find(({ reasons }) =>
      reasons.some(({ code }) => code === 'resize-under-way'),
    );
    const underWay = waiting?.reasons.find(({ code }) => code === 'resize-under-way');
    expect(waiting).toMatchObject({ decision: 'wait', awaits: ['resize-granted'] });
    expect(underWay).toMatchObject({ state: 'deferred', message: expect.stringContaining('cpu') });
    expect(process.actions()).toEqual(['resize done']);

    const impatient = await cluster.updating({
      respectRoom: false,
      resizeDeferredTimeoutMs: 1,
      ...TOGETHER,
    });
    expect(codes(await impatient.plan(cluster, 'web'))[0]).toBe('evict: resize-deferred-too-long');
    await impatient.pass(cluster);
    expect(impatient.actions()).toEqual(['evict done']);
  });

  /** As a kubelet would report it for every pod. */
  async function kubeletSays(reason: string, agoMs: number): Promise<void> {
    const lastTransitionTime = toKubeTime(cluster.clock.now() - agoMs);
    for (const { metadata } of cluster.pods('web'))
      cluster.sandbox.registry.mutate<Pod>(
        'pods',
        NAMESPACE,
        metadata.name,
        ({ status }) => {
          const inProgress = {
            type: 'PodResizeInProgress',
            status: 'True' as const,
            reason,
            lastTransitionTime,
          };
          status?.conditions?.push({ ...inProgress, message: 'as it is' });
        },
        { subresource: 'status' },
      );
  }

  it.each([
    ['under way for more than an hour', '', 61 * 60_000, 'resize-in-progress-too-long'],
    ['in error for more than an hour', 'Error', 61 * 60_000, 'resize-in-progress-too-long'],
  ])('becomes an eviction when %s', async (_name, reason, agoMs, code) => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2, resources: { requests: TARGET } });
    await cluster.autoscaler('web', { updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
    await kubeletSays(reason, agoMs);
    const process = await cluster.updating();
    expect(codes(await process.plan(cluster, 'web'))[0]).toBe(`evict: ${code}`);
    await process.pass(cluster);
    expect(process.actions()).toEqual(['evict done']);
  });

  it('is left to the kubelet in mode InPlace, in any state, without a request to the API server', async () => {
    const process = await deferred('InPlace', { resizeDeferredTimeoutMs: 1, resizeInProgressTimeoutMs: 1 });
    const witness = new Witness(cluster, 'web');
    const asked = process.context.client.requestsSent;
    for (let round = 0; round < 5; round++) await process.pass(cluster);
    expect(process.context.client.requestsSent).toBe(asked);
    expect(process.actions()).toEqual(['resize done']);
    witness.end();
    expect(witness.taken).toEqual([]);
  });
});

describe('a startup boost', () => {
  it('is ended in place once the pod has been ready for its duration', async () => {
    await cluster.admitting();
    await cluster.autoscaler('web', {
      startupBoost: { cpu: { type: 'Factor', factor: 3, durationSeconds: 30 } },
      target: SMALL,
    });
    await cluster.workload('web', { replicas: 2 });
    expect(cluster.requests('web')).toEqual(Array(2).fill({ cpu: '300m', memory: '64Mi' }));
    const process = await cluster.updating();
    await until('a boost that has lasted long enough', async () =>
      podsOf((await process.updater.plan()).plan, 'web').some(({ decision }) => decision === 'resize'),
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

/**
 * A node that could fit what the others cannot, so that only the pod's own node is too small. All are of 1.35: from
 * 1.36 on the API server refuses at once what no node of the size can give.
 */
async function addLargeNode(): Promise<void> {
  for (const { metadata } of cluster.sandbox.registry.list('nodes'))
    cluster.sandbox.registry.mutate<Node>(
      'nodes',
      undefined,
      metadata.name,
      (draft) => {
        if (!draft.status?.nodeInfo) throw new Error('a node without its version');
        delete draft.status.declaredFeatures;
        draft.status.nodeInfo.kubeletVersion = 'v1.35.4';
      },
      { subresource: 'status' },
    );
  const [node] = cluster.sandbox.registry.list<KubeObject & { status: object }>('nodes');
  if (!node) throw new Error('no node');
  const size = { cpu: '32', memory: '64Gi', pods: '110', 'ephemeral-storage': '100Gi' };
  await cluster.create('nodes', {
    ...node,
    metadata: { name: 'large', labels: { 'kubernetes.io/hostname': 'large' } },
    status: { ...node.status, capacity: size, allocatable: size },
  } as KubeObject);
}
