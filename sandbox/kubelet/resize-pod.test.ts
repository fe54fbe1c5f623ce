import { describe, expect, it } from 'vitest';
import type {
  ContainerResizePolicy,
  KubeEvent,
  Node,
  Pod,
  ResourceRequirements,
} from '@/server/objects/types';
import { type SimulatedCluster, simulate } from '../../tests/support/simulated-cluster';

async function pod(
  cluster: SimulatedCluster,
  name: string,
  resources: ResourceRequirements,
  resizePolicy?: ContainerResizePolicy[],
): Promise<void> {
  const annotation = JSON.stringify({ kind: 'steady', cpu: '20m', memory: '60Mi' });
  await cluster.registry.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', annotations: { 'sandbox.plumbline.dev/workload': annotation } },
    spec: { containers: [{ name: 'app', image: 'img', resources, ...(resizePolicy && { resizePolicy }) }] },
  });
  await cluster.pass(4);
}

function resize(cluster: SimulatedCluster, name: string, resources: ResourceRequirements): void {
  cluster.registry.mutate<Pod>(
    'pods',
    'shop',
    name,
    (draft) => {
      for (const container of draft.spec.containers) container.resources = resources;
    },
    { subresource: 'resize' },
  );
}

function stateOf(cluster: SimulatedCluster, name: string) {
  const { status } = cluster.get<Pod>('pods', name);
  const [container] = status?.containerStatuses ?? [];
  return {
    allocated: container?.allocatedResources?.cpu,
    actual: container?.resources?.requests?.cpu,
    restarts: container?.restartCount,
    conditions: (status?.conditions ?? [])
      .filter((condition) => condition.type.startsWith('PodResize'))
      .map((condition) => [condition.type, condition.reason].filter(Boolean).join(' ')),
  };
}

const cpu = (amount: string): ResourceRequirements => ({ requests: { cpu: amount, memory: '128Mi' } });

describe('an in-place resize', () => {
  it('goes through the states of the enhancement proposal in order', async () => {
    const cluster = await simulate({ nodeCount: 1, cpu: 2.1, kubelet: 'v1.35.0' });
    await pod(cluster, 'p', cpu('1'));
    expect(stateOf(cluster, 'p')).toEqual({ allocated: '1', actual: '1', restarts: 0, conditions: [] });

    resize(cluster, 'p', cpu('1500m'));
    await cluster.pass(1);
    expect(stateOf(cluster, 'p')).toEqual({
      allocated: '1500m',
      actual: '1',
      restarts: 0,
      conditions: ['PodResizeInProgress'],
    });
    await cluster.pass(2);
    expect(stateOf(cluster, 'p')).toEqual({
      allocated: '1500m',
      actual: '1500m',
      restarts: 0,
      conditions: [],
    });

    await pod(cluster, 'neighbour', cpu('300m'));
    resize(cluster, 'p', cpu('2'));
    await cluster.pass(3);
    expect(stateOf(cluster, 'p')).toMatchObject({
      allocated: '1500m',
      conditions: ['PodResizePending Deferred'],
    });

    resize(cluster, 'p', cpu('1600m'));
    await cluster.pass(3);
    expect(stateOf(cluster, 'p')).toMatchObject({ allocated: '1600m', actual: '1600m', conditions: [] });

    resize(cluster, 'p', cpu('100'));
    await cluster.pass(3);
    expect(stateOf(cluster, 'p')).toMatchObject({
      allocated: '1600m',
      conditions: ['PodResizePending Infeasible'],
    });
    const { generation, name } = cluster.get<Pod>('pods', 'p').metadata;
    const pending = cluster
      .get<Pod>('pods', name)
      .status?.conditions?.find((condition) => condition.type === 'PodResizePending');
    expect(pending?.message).toBe("Node didn't have enough capacity: cpu, requested: 100000, capacity: 2000");
    expect(pending?.observedGeneration).toBe(generation);
    const events = cluster
      .list<KubeEvent>('events')
      .map((event) => event.reason)
      .filter((reason) => reason?.startsWith('Resize'));
    expect(new Set(events)).toEqual(
      new Set(['ResizeStarted', 'ResizeCompleted', 'ResizeDeferred', 'ResizeInfeasible']),
    );
  });

  it('is granted later when a neighbour makes room', async () => {
    const cluster = await simulate({ nodeCount: 1, cpu: 2.1 });
    await pod(cluster, 'p', cpu('500m'));
    await pod(cluster, 'neighbour', cpu('1'));
    resize(cluster, 'p', cpu('1500m'));
    await cluster.pass(30);
    expect(stateOf(cluster, 'p').conditions).toEqual(['PodResizePending Deferred']);
    cluster.registry.delete('pods', 'shop', 'neighbour');
    await cluster.pass(10);
    expect(stateOf(cluster, 'p')).toMatchObject({ allocated: '1500m', actual: '1500m', conditions: [] });
  });

  it('is refused at once by 1.36 if the node can never fit it', async () => {
    const cluster = await simulate({ nodeCount: 1, cpu: 2.1 });
    await pod(cluster, 'p', cpu('500m'));
    expect(() => resize(cluster, 'p', cpu('50'))).toThrow(
      expect.objectContaining({
        status: 403,
        details: expect.objectContaining({
          causes: [expect.objectContaining({ reason: 'NodeCapacity' })],
        }),
      }),
    );
    resize(cluster, 'p', cpu('400m'));
    await cluster.pass(3);
    expect(stateOf(cluster, 'p')).toMatchObject({ actual: '400m', conditions: [] });
  });

  it('is refused by a kubelet of 1.32, which reports no resources', async () => {
    const cluster = await simulate({ nodeCount: 1, kubelet: 'v1.32.9' });
    await pod(cluster, 'p', cpu('500m'));
    expect(stateOf(cluster, 'p')).toMatchObject({ allocated: undefined, actual: undefined });
    expect(() => resize(cluster, 'p', cpu('600m'))).toThrow(/node without support for resize/);
  });

  it('is dropped when the previous resources are requested again', async () => {
    const cluster = await simulate({ nodeCount: 1, cpu: 2.1, kubelet: 'v1.35.0' });
    await pod(cluster, 'p', cpu('500m'));
    resize(cluster, 'p', cpu('50'));
    await cluster.pass(3);
    expect(stateOf(cluster, 'p').conditions).toEqual(['PodResizePending Infeasible']);
    resize(cluster, 'p', cpu('500m'));
    await cluster.pass(3);
    expect(stateOf(cluster, 'p')).toEqual({
      allocated: '500m',
      actual: '500m',
      restarts: 0,
      conditions: [],
    });
  });

  it('restarts the container if the resize policy says so', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    await pod(cluster, 'p', cpu('500m'), [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }]);
    resize(cluster, 'p', cpu('700m'));
    await cluster.pass(10);
    expect(stateOf(cluster, 'p')).toEqual({
      allocated: '700m',
      actual: '700m',
      restarts: 1,
      conditions: [],
    });
  });

  it('delays a memory limit below the current usage, and tries again', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    const memory = (limit: string): ResourceRequirements => ({
      requests: { cpu: '100m', memory: '32Mi' },
      limits: { cpu: '200m', memory: limit },
    });
    await pod(cluster, 'p', memory('256Mi'));
    await cluster.pass(300);
    resize(cluster, 'p', memory('48Mi'));
    await cluster.pass(30);
    expect(stateOf(cluster, 'p').conditions).toEqual(['PodResizeInProgress Error']);
    expect(
      cluster.get<Pod>('pods', 'p').status?.conditions?.find((each) => each.type === 'PodResizeInProgress')
        ?.message,
    ).toMatch(/^attempting to set container "app" memory limit \(50331648\) below current usage \(\d+\)$/);
    resize(cluster, 'p', memory('128Mi'));
    await cluster.pass(20);
    expect(stateOf(cluster, 'p').conditions).toEqual([]);
    expect(cluster.get<Pod>('pods', 'p').status?.containerStatuses?.[0]?.resources?.limits?.memory).toBe(
      '128Mi',
    );
  });

  it('counts with its desired resources for the scheduler while it is deferred', async () => {
    const cluster = await simulate({ nodeCount: 1, cpu: 2.1 });
    await pod(cluster, 'a', cpu('500m'));
    await pod(cluster, 'b', cpu('500m'));
    resize(cluster, 'a', cpu('1800m'));
    await cluster.pass(3);
    await pod(cluster, 'c', cpu('100m'));
    expect(cluster.get<Pod>('pods', 'c').status?.conditions).toMatchObject([
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' },
    ]);
  });

  /** What its one node is set to, and a pod there. */
  async function onKubelet(settings: object, resources: ResourceRequirements): Promise<SimulatedCluster> {
    const cluster = await simulate({ nodeCount: 1, cpu: 4 });
    const [node] = cluster.registry.list<Node>('nodes');
    cluster.registry.mutate<Node>('nodes', '', node?.metadata.name ?? '', (draft) => {
      draft.metadata.annotations = { 'sandbox.plumbline.dev/kubelet': JSON.stringify(settings) };
    });
    await pod(cluster, 'p', resources);
    return cluster;
  }

  it.each([
    [
      'a memory request where its pods may swap',
      { memorySwap: { swapBehavior: 'LimitedSwap' } },
      { requests: { cpu: '1', memory: '128Mi' }, limits: { memory: '256Mi' } },
      { requests: { cpu: '1500m', memory: '192Mi' }, limits: { memory: '256Mi' } },
      { requests: { cpu: '1500m', memory: '128Mi' }, limits: { memory: '320Mi' } },
    ],
    [
      'CPU of a Guaranteed pod where the CPU manager is static',
      { cpuManagerPolicy: 'static' },
      { requests: { cpu: '1', memory: '128Mi' }, limits: { cpu: '1', memory: '128Mi' } },
      { requests: { cpu: '900m', memory: '192Mi' }, limits: { cpu: '900m', memory: '192Mi' } },
      { requests: { cpu: '1', memory: '192Mi' }, limits: { cpu: '1', memory: '192Mi' } },
    ],
  ])('is infeasible as a whole with %s, and passes without', async (_what, settings, made, whole, rest) => {
    const cluster = await onKubelet(settings, made);
    resize(cluster, 'p', whole);
    await cluster.pass(3);
    expect(stateOf(cluster, 'p')).toMatchObject({
      allocated: '1',
      conditions: ['PodResizePending Infeasible'],
    });
    resize(cluster, 'p', rest);
    await cluster.pass(3);
    expect(stateOf(cluster, 'p').conditions).toEqual([]);
    expect(cluster.get<Pod>('pods', 'p').status?.containerStatuses?.[0]?.resources).toEqual(rest);
  });
});
