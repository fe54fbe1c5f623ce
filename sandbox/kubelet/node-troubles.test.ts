import { describe, expect, it } from 'vitest';
import type { Node, Pod, ResourceRequirements } from '@/server/objects/types';
import { type SimulatedCluster, simulate } from '../../tests/support/simulated-cluster';

const cpu = (amount: string, memory = '128Mi'): ResourceRequirements => ({
  requests: { cpu: amount, memory },
});

async function pod(
  cluster: SimulatedCluster,
  name: string,
  resources: ResourceRequirements,
  spec: object = {},
) {
  const annotation = JSON.stringify({ kind: 'steady', cpu: '20m', memory: '60Mi' });
  await cluster.registry.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', annotations: { 'sandbox.plumbline.dev/workload': annotation } },
    spec: { containers: [{ name: 'app', image: 'img', resources }], ...spec },
  });
  await cluster.pass(4);
}

function resize(cluster: SimulatedCluster, name: string, resources: ResourceRequirements) {
  const change = (draft: Pod) => {
    for (const container of draft.spec.containers) container.resources = resources;
  };
  cluster.registry.mutate<Pod>('pods', 'shop', name, change, { subresource: 'resize' });
}

function changeNode(cluster: SimulatedCluster, change: (draft: Node) => void, subresource?: 'status') {
  cluster.registry.mutate<Node>('nodes', undefined, 'node-0', change, subresource && { subresource });
}

function press(cluster: SimulatedCluster, status: 'True' | 'False', kind = 'DiskPressure') {
  changeNode(
    cluster,
    (draft) => {
      for (const one of draft.status?.conditions ?? []) if (one.type === kind) one.status = status;
    },
    'status',
  );
}

const pending = (cluster: SimulatedCluster, name: string) =>
  cluster.get<Pod>('pods', name).status?.conditions?.find(({ type }) => type === 'PodResizePending');
const granted = (cluster: SimulatedCluster, name: string) =>
  cluster.get<Pod>('pods', name).status?.containerStatuses?.[0]?.allocatedResources?.cpu;

describe('a kubelet defers every resize, one that lowers too', () => {
  it('where its node lost a label that the pod selects, until it has it back', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    changeNode(cluster, ({ metadata }) => Object.assign(metadata.labels ?? {}, { disk: 'fast' }));
    await pod(cluster, 'p', cpu('500m'), { nodeSelector: { disk: 'fast' } });
    changeNode(cluster, ({ metadata }) => delete metadata.labels?.disk);
    resize(cluster, 'p', cpu('100m'));
    await cluster.pass(3);
    expect(pending(cluster, 'p')).toMatchObject({
      reason: 'Deferred',
      message: expect.stringContaining('NodeAffinity'),
    });
    changeNode(cluster, ({ metadata }) => Object.assign(metadata.labels ?? {}, { disk: 'fast' }));
    await cluster.pass(200);
    expect([pending(cluster, 'p'), granted(cluster, 'p')]).toEqual([undefined, '100m']);
  });

  it('under a taint NoExecute that the pod does not tolerate, and no other', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    await pod(cluster, 'p', cpu('500m'));
    await pod(cluster, 'tolerant', cpu('500m'), { tolerations: [{ key: 'drained', operator: 'Exists' }] });
    const tainted = (effect: string) =>
      changeNode(cluster, (draft) => {
        draft.spec = { ...draft.spec, taints: [{ key: 'drained', effect }] };
      });
    tainted('NoExecute');
    for (const name of ['p', 'tolerant']) resize(cluster, name, cpu('100m'));
    await cluster.pass(3);
    expect(pending(cluster, 'p')).toMatchObject({
      reason: 'Deferred',
      message: "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
    });
    expect(granted(cluster, 'tolerant')).toBe('100m');
    tainted('NoSchedule');
    await cluster.pass(200);
    expect([pending(cluster, 'p'), granted(cluster, 'p')]).toEqual([undefined, '100m']);
  });

  it.each(['DiskPressure', 'PIDPressure'])('under %s, though not of a critical pod', async (kind) => {
    const cluster = await simulate({ nodeCount: 1 });
    await pod(cluster, 'p', cpu('500m'));
    await pod(cluster, 'agent', cpu('100m'), { priority: 2_000_001_000 });
    press(cluster, 'True', kind);
    resize(cluster, 'p', cpu('100m'));
    resize(cluster, 'agent', cpu('200m'));
    await cluster.pass(3);
    expect(pending(cluster, 'p')?.message).toBe(`The node had condition: [${kind}]. `);
    expect(granted(cluster, 'agent')).toBe('200m');
  });
});

it('a kubelet under memory pressure resizes as ever', async () => {
  const cluster = await simulate({ nodeCount: 1 });
  await pod(cluster, 'p', cpu('500m'));
  press(cluster, 'True', 'MemoryPressure');
  resize(cluster, 'p', cpu('600m'));
  await cluster.pass(3);
  expect(granted(cluster, 'p')).toBe('600m');
});

it('what was deferred is tried again at once when a neighbour lowers itself or ends, else every three minutes', async () => {
  const cluster = await simulate({ nodeCount: 1, cpu: 2.1 });
  await pod(cluster, 'p', cpu('500m'));
  await pod(cluster, 'neighbour', cpu('1'));
  resize(cluster, 'p', cpu('1500m'));
  await cluster.pass(3);
  expect(pending(cluster, 'p')?.reason).toBe('Deferred');
  resize(cluster, 'neighbour', cpu('400m'));
  await cluster.pass(5);
  expect(granted(cluster, 'p')).toBe('1500m');
});

it('a critical pod that does not fit ends neighbours, the smaller memory request first, whatever their priority', async () => {
  const cluster = await simulate({ nodeCount: 1, cpu: 2.1 });
  await pod(cluster, 'large', cpu('500m', '256Mi'));
  await pod(cluster, 'small', cpu('500m', '64Mi'), { priority: 1000 });
  await pod(cluster, 'agent', cpu('500m'), { priority: 2_000_001_000 });
  resize(cluster, 'agent', cpu('1400m'));
  await cluster.pass(40);
  const { status } = cluster.get<Pod>('pods', 'small');
  expect(status).toMatchObject({ phase: 'Failed', reason: 'Preempting' });
  expect(status?.conditions).toContainEqual(
    expect.objectContaining({ type: 'DisruptionTarget', reason: 'TerminationByKubelet' }),
  );
  expect(cluster.get<Pod>('pods', 'large').status?.phase).toBe('Running');
  expect(granted(cluster, 'agent')).toBe('1400m');
});

it('while a memory limit is below what is used, no CPU of the pod is written', async () => {
  const cluster = await simulate({ nodeCount: 1 });
  const stated = (request: string, limit: string) => ({
    requests: { cpu: request, memory: '32Mi' },
    limits: { cpu: '1', memory: limit },
  });
  await pod(cluster, 'p', stated('100m', '256Mi'));
  await cluster.pass(300);
  resize(cluster, 'p', stated('200m', '48Mi'));
  await cluster.pass(60);
  const actual = () => cluster.get<Pod>('pods', 'p').status?.containerStatuses?.[0]?.resources?.requests?.cpu;
  expect([actual(), granted(cluster, 'p')]).toEqual(['100m', '200m']);
  resize(cluster, 'p', stated('200m', '256Mi'));
  await cluster.pass(20);
  expect(actual()).toBe('200m');
});

describe('memory in parts of a byte', () => {
  const conditions = (cluster: SimulatedCluster) =>
    cluster.get<Pod>('pods', 'p').status?.conditions?.filter(({ type }) => type === 'PodResizeInProgress');

  it('never ends a resize, of CPU alone either, though all is in force, until they are whole', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    await pod(cluster, 'p', cpu('100m', '100000000500m'));
    resize(cluster, 'p', cpu('200m', '100000000500m'));
    await cluster.pass(600);
    expect(granted(cluster, 'p')).toBe('200m');
    expect(cluster.get<Pod>('pods', 'p').status?.containerStatuses?.[0]?.resources?.requests?.cpu).toBe(
      '200m',
    );
    expect(conditions(cluster)).toHaveLength(1);
    expect(conditions(cluster)?.[0]).not.toHaveProperty('reason');
    resize(cluster, 'p', cpu('200m', '100000001'));
    await cluster.pass(20);
    expect(conditions(cluster)).toEqual([]);
  });
});

it('with a throttling factor a container waits for memory from there on, though it is far below its limit', async () => {
  const waited = async (settings: object) => {
    const cluster = await simulate({ nodeCount: 1 });
    const text = JSON.stringify(settings);
    changeNode(cluster, ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, 'sandbox.plumbline.dev/kubelet': text };
    });
    await pod(cluster, 'p', { requests: { cpu: '100m', memory: '20Mi' }, limits: { memory: '150Mi' } });
    await cluster.pass(600);
    const [run] = cluster.plane.kubelets.allRuns();
    return run?.containers[0]?.waitedSeconds.memory ?? 0;
  };
  // 60 MiB are used: beyond 20 + 0.2 × 130, below 20 + 0.9 × 130.
  expect(await waited({ memoryThrottlingFactor: 0.2 })).toBeGreaterThan(100);
  expect(await waited({ memoryThrottlingFactor: 0.9 })).toBe(0);
  expect(await waited({})).toBe(0);
});

it('a node tells of its swap, whatever its kubelet gives pods of it', async () => {
  const cluster = await simulate({ nodeCount: 1 });
  const [node] = [...cluster.registry.list<Node>('nodes')];
  const swap = () => cluster.registry.get<Node>('nodes', undefined, 'node-0')?.status?.nodeInfo?.swap;
  expect(swap()).toBeUndefined();
  const annotations = { 'sandbox.plumbline.dev/kubelet': '{"memorySwap":{"swapBehavior":"NoSwap"}}' };
  await cluster.registry.create<Node>('nodes', {
    ...(node as Node),
    metadata: { name: 'node-1', annotations },
  });
  await cluster.pass(1);
  expect(cluster.registry.get<Node>('nodes', undefined, 'node-1')?.status?.nodeInfo?.swap).toEqual({
    capacity: 2 * 2 ** 30,
  });
});
