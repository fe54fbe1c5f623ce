/** What the product does about what kubelets defer, hold and end; docs/kubernetes.md tells each row, with the name of its test. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cpuFrom } from '@/server/objects/quantity';
import type { Node, Pod } from '@/server/objects/types';
import { until } from '../support/until';
import { namespace, RealCluster, workload } from './real-cluster';
import { ToldUsage } from './told-usage';
import { minorUnderTest } from './versions';

/** How long what is deferred may wait here until it would lead to an eviction, or is taken back. */
const PATIENCE = {
  PLUMBLINE_RESIZE_DEFERRED_TIMEOUT: '10s',
  PLUMBLINE_DEFERRED_RESIZE_HELD: '10s',
  PLUMBLINE_MEMORY_FLAT: '0s',
  PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
  PLUMBLINE_LOWERING_WINDOW: '0s',
  PLUMBLINE_CANARY: '0s',
  PLUMBLINE_NODE_GUARD: '0',
};
const LOWERED = ['label', 'gpu', 'pressure', 'mixed', 'bytes'];

let cluster: RealCluster;
let usage: ToldUsage;
/** What a node has, in whole cores as millicores. */
let whole: number;

beforeAll(async () => {
  cluster = await RealCluster.start();
  const { status } = await cluster.get<Node>('node', 'node-1');
  whole = Math.floor(cpuFrom(status?.allocatable?.cpu ?? '0') / 1000) * 1000;
  // Nothing unmeasured is lowered.
  usage = await ToldUsage.start(cluster, LOWERED, { cpu: '20m', memory: '16Mi' });
  await cluster.startProduct(PATIENCE);
});
// What lowers is granted and never in force on a hollow node, so its room stays taken.
afterEach(() => cluster.kubectl('delete', 'deployments,jobs,pods', '--all', '-A', '--wait=true'));
afterAll(async () => {
  await usage?.stop();
  await cluster?.stop();
});

const amounts = (cpu: string, memory = '64Mi') => ({ cpu, memory });
const requestsOf = (pod: Pod) => pod.spec.containers[0]?.resources?.requests ?? {};
const grantedTo = ({ status }: Pod) => status?.containerStatuses?.[0]?.allocatedResources ?? {};

interface Placed {
  readonly node: string;
  readonly requests: object;
  readonly limits?: object;
  readonly resourcePolicy?: object;
  readonly replicas?: number;
  readonly mode?: string;
  readonly spec?: object;
}

/** A Deployment on one node, with a VPA over it unless its mode is Off. */
async function placed(
  name: string,
  app: string,
  { node, requests, limits, replicas = 1, mode = 'Off', resourcePolicy, spec = {} }: Placed,
): Promise<Pod[]> {
  const resources = { requests, ...(limits && { limits }) };
  const [deployment, vpa] = workload(name, app, {
    ...{ replicas, resources, updateMode: mode, ...(resourcePolicy && { resourcePolicy }) },
  }) as [{ spec: { template: { spec: object } } }, object];
  const { nodeSelector, ...others } = spec as { nodeSelector?: object };
  Object.assign(deployment.spec.template.spec, {
    nodeSelector: { 'kubernetes.io/hostname': node, ...nodeSelector },
    terminationGracePeriodSeconds: 0,
    ...others,
  });
  await cluster.create(deployment, ...(mode === 'Off' ? [] : [vpa as object]));
  return until(`${replicas} pods ${app} that run`, async () => {
    const pods = await cluster.running(name, app);
    return pods.length === replicas && pods;
  });
}

const asked = (name: string, what: '/resize' | '/eviction') =>
  cluster
    .audited()
    .filter(({ requestURI }) => requestURI.includes(`/namespaces/${name}/`) && requestURI.includes(what));
const uidsOf = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.uid).sort();

/** No pod has been replaced, and none was evicted. */
async function expectSame(name: string, before: readonly Pod[]): Promise<void> {
  expect(uidsOf(await cluster.pods(name, 'web'))).toEqual(uidsOf(before));
  expect(asked(name, '/eviction')).toEqual([]);
}

function allRequest(name: string, cpu: string): Promise<Pod[]> {
  return until(`pods of ${name} that request ${cpu}`, async () => {
    const pods = await cluster.running(name);
    return pods.length > 0 && pods.every((pod) => requestsOf(pod).cpu === cpu) && pods;
  });
}

/** Waits until what has been deferred has been so for longer than every patience here. */
async function longerThanAllPatience(sinceMs: number): Promise<void> {
  await until('the end of all patience', () => Date.now() - sinceMs > 15_000);
  await cluster.passes();
}

/** A hollow kubelet of 1.35 takes its node for one without any room and grants no resize. */
describe.skipIf(minorUnderTest() === '1.35')('a node that defers every resize', () => {
  it('since it lost a label takes no pod away that would be lowered, and goes on once it has it back', async () => {
    const name = 'label';
    await cluster.create(namespace(name));
    await cluster.kubectl('label', 'node', 'node-1', 'disk=fast');
    const spec = { nodeSelector: { disk: 'fast' } };
    const before = await placed(name, 'web', {
      ...{ node: 'node-1', requests: amounts('200m'), replicas: 2, mode: 'InPlaceOrRecreate', spec },
    });
    await cluster.kubectl('label', 'node', 'node-1', 'disk-');
    await cluster.passes();
    await cluster.recommend(name, 'web', amounts('50m'));
    const sinceMs = Date.now();
    await longerThanAllPatience(sinceMs);
    await expectSame(name, before);
    expect(asked(name, '/resize')).toEqual([]);
    await cluster.kubectl('label', 'node', 'node-1', 'disk=fast');
    await allRequest(name, '50m');
    await expectSame(name, before);
  });

  it('since it lost an extended resource takes no pod away that would be lowered', async () => {
    const name = 'gpu';
    const GPU = 'example.com/gpu';
    const has = (gpus: string) =>
      cluster.plane.ask(
        'PATCH',
        '/api/v1/nodes/node-1/status',
        { status: { capacity: { [GPU]: gpus }, allocatable: { [GPU]: gpus } } },
        'application/merge-patch+json',
      );
    await cluster.create(namespace(name));
    await has('2');
    const limits = { [GPU]: '2' };
    const before = await placed(name, 'web', {
      ...{ node: 'node-1', requests: { ...amounts('200m'), ...limits }, limits, mode: 'InPlaceOrRecreate' },
    });
    await has('1');
    await cluster.passes();
    await cluster.recommend(name, 'web', amounts('50m'));
    await longerThanAllPatience(Date.now());
    await expectSame(name, before);
    await has('2');
  });

  it('under disk pressure is asked for nothing but for a critical pod', async () => {
    const name = 'pressure';
    await cluster.create(namespace(name));
    const before = await placed(name, 'web', {
      ...{ node: 'node-1', requests: amounts('200m'), mode: 'InPlaceOrRecreate' },
    });
    await placed(name, 'critical', {
      ...{ node: 'node-1', requests: amounts('100m'), mode: 'InPlace' },
      spec: { priorityClassName: 'system-node-critical' },
    });
    const pressed = (status: 'True' | 'False') =>
      cluster.plane.ask(
        'PATCH',
        '/api/v1/nodes/node-1/status',
        { status: { conditions: [{ type: 'DiskPressure', status, reason: 'KubeletHasDiskPressure' }] } },
        'application/strategic-merge-patch+json',
      );
    // A hollow kubelet has room on its disk, and says so with its next status.
    await cluster.plane.whileStopped('node-1', async () => {
      await pressed('True');
      await cluster.passes();
      await pressed('True');
      await cluster.recommend(name, 'web', amounts('50m'));
      await cluster.recommend(name, 'critical', amounts('150m'));
      await until('a critical pod that is asked', async () => {
        const [pod] = await cluster.pods(name, 'critical');
        return pod && requestsOf(pod).cpu === '150m';
      });
      expect(requestsOf((await cluster.pods(name, 'web'))[0] as Pod).cpu).toBe('200m');
    });
    await allRequest(name, '50m');
    await expectSame(name, before);
  });
});

describe.skipIf(minorUnderTest() === '1.35')('a node without room', () => {
  /** Leaves so many millicores of a node free. */
  async function filled(name: string, node: string, free: number): Promise<void> {
    const { items } = await cluster.read<{ items: Pod[] }>(
      `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`,
    );
    const taken = items
      .flatMap(({ spec }) => spec.containers)
      .reduce((sum, { resources }) => sum + cpuFrom(resources?.requests?.cpu ?? '0'), 0);
    await placed(name, 'filler', { node, requests: amounts(`${whole - taken - free}m`, '16Mi') });
  }
  const emptied = (name: string) => cluster.kubectl('delete', 'deployment', 'filler', '-n', name);

  it('has what lowers done first and alone, and is granted', async () => {
    const name = 'mixed';
    await cluster.create(namespace(name));
    const before = await placed(name, 'web', {
      ...{ node: 'node-2', requests: amounts('100m', '128Mi'), mode: 'InPlace' },
    });
    await filled(name, 'node-2', 300);
    await cluster.passes();
    await cluster.recommend(name, 'web', amounts('900m', '64Mi'));
    const pod = await until('less memory', async () => {
      const [one] = await cluster.running(name);
      return one && grantedTo(one).memory === '64Mi' && one;
    });
    expect(requestsOf(pod)).toEqual(amounts('100m', '64Mi'));
    await expectSame(name, before);
  });

  it('is asked for no more than it has free, so that a new pod finds it, until a neighbour ends', async () => {
    const name = 'held';
    await cluster.create(namespace(name));
    const before = await placed(name, 'web', { node: 'node-2', requests: amounts('100m'), mode: 'InPlace' });
    await filled(name, 'node-2', 300);
    await cluster.passes();
    await cluster.recommend(name, 'web', amounts('600m'));
    await cluster.passes();
    await placed(name, 'guest', { node: 'node-2', requests: amounts('200m', '16Mi') });
    expect(asked(name, '/resize')).toEqual([]);
    await emptied(name);
    await allRequest(name, '600m');
    await expectSame(name, before);
  });

  it('has what it defers taken back after a while, so that a pod that waits for that room gets it', async () => {
    const name = 'taken';
    await cluster.restartProduct({ PLUMBLINE_RESPECT_ROOM: 'false' });
    await cluster.create(namespace(name));
    const before = await placed(name, 'web', { node: 'node-2', requests: amounts('100m'), mode: 'InPlace' });
    await filled(name, 'node-2', 300);
    await cluster.passes();
    await cluster.recommend(name, 'web', amounts('600m'));
    await allRequest(name, '600m');
    // Runs only once the room is no longer held.
    await placed(name, 'guest', { node: 'node-2', requests: amounts('200m', '16Mi') });
    await allRequest(name, '100m');
    await expectSame(name, before);
  });

  it('has no neighbour ended for a critical pod, whatever the settings, and lets it grow once there is room', async () => {
    const name = 'critical';
    await cluster.create(namespace(name));
    const before = await placed(name, 'web', {
      ...{ node: 'node-3', requests: amounts('100m'), mode: 'InPlaceOrRecreate' },
      spec: { priorityClassName: 'system-node-critical' },
    });
    await filled(name, 'node-3', 200);
    const fillers = uidsOf(await cluster.running(name, 'filler'));
    await cluster.passes();
    await cluster.recommend(name, 'web', amounts('700m'));
    await longerThanAllPatience(Date.now());
    expect(uidsOf(await cluster.running(name, 'filler'))).toEqual(fillers);
    expect(asked(name, '/resize')).toEqual([]);
    await emptied(name);
    await allRequest(name, '700m');
    await expectSame(name, before);
  });
});

describe.skipIf(minorUnderTest() === '1.35')('a resize', () => {
  it('states whole bytes, also of what is only carried along', async () => {
    const name = 'bytes';
    await cluster.create(namespace(name));
    const before = await placed(name, 'web', {
      ...{ node: 'node-1', requests: { cpu: '100m', memory: '100000000500m' }, mode: 'InPlace' },
      resourcePolicy: { containerPolicies: [{ containerName: 'app', controlledResources: ['cpu'] }] },
    });
    await cluster.recommend(name, 'web', { cpu: '200m' });
    const [pod] = await allRequest(name, '200m');
    expect(pod && requestsOf(pod).memory).toBe('100000001');
    await expectSame(name, before);
  });

  it('is none of a pod that has ended', async () => {
    const name = 'ended';
    const [{ spec }, vpa] = workload(name, 'web', {
      ...{ resources: { requests: amounts('100m') }, updateMode: 'InPlace' },
    }) as [
      { spec: { template: { metadata: object; spec: object } } },
      { spec: { targetRef: { apiVersion: string; kind: string } } },
    ];
    const { metadata, spec: pod } = spec.template;
    Object.assign(vpa.spec.targetRef, { apiVersion: 'batch/v1', kind: 'Job' });
    await cluster.create(
      namespace(name),
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'web', namespace: name },
        spec: {
          ...{ completions: 2, parallelism: 2 },
          template: { metadata, spec: { ...pod, restartPolicy: 'Never' } },
        },
      },
      vpa,
    );
    const [old] = await until('two pods that run', async () => {
      const pods = await cluster.running(name);
      return pods.length === 2 && pods;
    });
    const { name: ended = '' } = old?.metadata ?? {};
    // Else it says that its containers run, which they do.
    await cluster.plane.whileStopped(old?.spec.nodeName ?? '', async () => {
      await cluster.kubectl(
        ...['patch', 'pod', ended, '-n', name, '--subresource=status', '--type=merge', '-p'],
        JSON.stringify({ status: { phase: 'Succeeded' } }),
      );
      await until('one pod that runs', async () => (await cluster.running(name)).length === 1);
      await cluster.passes();
      await cluster.recommend(name, 'web', amounts('200m'));
      await allRequest(name, '200m');
      await cluster.passes();
      const { spec, status } = await cluster.podOf(name, ended);
      expect([status?.phase, spec.containers[0]?.resources?.requests?.cpu]).toEqual(['Succeeded', '100m']);
    });
    expect(asked(name, '/resize').filter(({ requestURI }) => requestURI.includes(`/${ended}/`))).toEqual([]);
  });
});
