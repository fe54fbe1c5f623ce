import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../objects/types';
import { capacityForNew } from './capacity-for-new';
import { NodeIndex } from './node-index';

const node = (name: string, cpu: string, more: Partial<Node['spec']> = {}, pods = '110'): Node =>
  ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { name } },
    spec: more,
    status: { allocatable: { cpu, memory: '1000', pods } },
  }) as Node;

const pod = (name: string, cpu: string, on?: string, spec: Partial<Pod['spec']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name },
  spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }], nodeName: on, ...spec },
  status: { phase: on ? 'Running' : 'Pending' },
});

function freeCapacityOf(
  nodes: readonly Node[],
  pods: readonly Pod[],
  made = pod('new', '100m'),
  siblings = 0,
  askedCpu = 9000,
) {
  const nodeIndex = new NodeIndex();
  for (const one of nodes) nodeIndex.setNode(one);
  for (const one of pods) nodeIndex.setPod(one);
  const asked = { cpu: askedCpu, memory: 0 };
  return capacityForNew(nodeIndex, made, { asked, siblings })?.capacities.map(({ cpu }) => cpu);
}

describe('the room for a new pod now', () => {
  it('is what each node that it may use has free', () => {
    expect(freeCapacityOf([node('a', '2'), node('b', '1')], [pod('web', '1500m', 'a')])).toEqual([500, 1000]);
    const onB = pod('new', '100m', undefined, { nodeSelector: { name: 'b' } });
    expect(freeCapacityOf([node('a', '2'), node('b', '1')], [], onB)).toEqual([1000]);
  });

  it('is none on nodes that take no pods now', () => {
    expect(freeCapacityOf([node('a', '2', { unschedulable: true })], [])).toEqual([]);
    const pressed = {
      taints: [{ key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' as const }],
    };
    expect(freeCapacityOf([node('a', '2', pressed), node('b', '1')], [])).toEqual([1000]);
    expect(freeCapacityOf([node('a', '2', {}, '1')], [pod('web', '1', 'a')])).toEqual([]);
  });

  it('is that of nodes under pressure too where it would wait for one of them anyway', () => {
    const pressed = {
      taints: [{ key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' as const }],
    };
    expect(freeCapacityOf([node('a', '2', pressed)], [])).toEqual([2000]);
    expect(freeCapacityOf([node('a', '2', pressed), node('b', '50m')], [])).toEqual([50, 2000]);
  });

  it('leaves their places to pods that wait', () => {
    expect(freeCapacityOf([node('a', '2')], [pod('other', '1500m')])).toEqual([500]);
    expect(freeCapacityOf([node('a', '2')], [pod('other', '3')])).toEqual([2000]);
  });

  it('counts what the pod itself has already', () => {
    const running = pod('new', '600m', 'a');
    expect(freeCapacityOf([node('a', '2')], [running], running)).toEqual([2000]);
  });

  it('need not be told where some node has it, whoever else comes', () => {
    expect(freeCapacityOf([node('a', '2')], [pod('other', '1500m')], undefined, 0, 500)).toBeUndefined();
    expect(freeCapacityOf([node('a', '2')], [pod('other', '1500m')], undefined, 0, 501)).toEqual([500]);
    expect(freeCapacityOf([node('a', '2')], [], undefined, 1, 1000)).toBeUndefined();
    expect(freeCapacityOf([node('a', '2')], [], undefined, 1, 1001)).toEqual([2000]);
  });

  it('is not known without nodes, for pods that every node runs, and where capacity comes with each pod', () => {
    const daemon = pod('new', '100m');
    const ownerReferences = [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'd', controller: true },
    ];
    expect(freeCapacityOf([], [])).toBeUndefined();
    expect(
      freeCapacityOf([node('a', '2')], [], { ...daemon, metadata: { ...daemon.metadata, ownerReferences } }),
    ).toBeUndefined();
    const perPod = node('a', '2');
    perPod.metadata.labels = { 'eks.amazonaws.com/compute-type': 'fargate' };
    expect(freeCapacityOf([perPod], [])).toBeUndefined();
  });
});
