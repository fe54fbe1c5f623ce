import { describe, expect, it } from 'vitest';
import { withValue, wrongInTurn } from '@/tests/support/wrong-fields';
import type { Node, Pod } from '../../objects/types';
import { freeOf } from './node-account';
import { NodeIndex } from './node-index';
import { shapeOf } from './pod-shape';

const node = (
  name: string,
  cpu: string,
  memory: string,
  more: Partial<Node['spec']> & { labels?: Record<string, string> } = {},
): Node => {
  const { labels = {}, ...spec } = more;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec,
    status: { allocatable: { cpu, memory, pods: '110' } },
  };
};

const pod = (
  name: string,
  requests: Record<string, string>,
  more: Partial<Pod['spec']> & { owner?: string } = {},
): Pod => {
  const { owner = 'ReplicaSet', ...spec } = more;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'shop',
      uid: name,
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: owner, name: 'one', uid: `${owner}-one`, controller: true },
      ],
    },
    spec: { containers: [{ name: 'app', resources: { requests } }], ...spec },
    status: { phase: spec.nodeName ? 'Running' : 'Pending' },
  };
};

function nodeIndexOf(nodes: readonly Node[], pods: readonly Pod[] = []): NodeIndex {
  const nodeIndex = new NodeIndex();
  for (const one of nodes) nodeIndex.setNode(one);
  for (const one of pods) nodeIndex.setPod(one);
  return nodeIndex;
}

const GIB = 2 ** 30;
const free = (nodeIndex: NodeIndex, name: string) => {
  const found = nodeIndex.node(name);
  return found && freeOf(found);
};

describe('what a pod can get on a node', () => {
  it('is what DaemonSets and static pods leave, whatever else runs there', () => {
    const nodeIndex = nodeIndexOf(
      [node('a', '4', '8Gi')],
      [
        pod('agent-x', { cpu: '300m', memory: '1Gi' }, { owner: 'DaemonSet', nodeName: 'a' }),
        pod('etcd', { cpu: '200m' }, { owner: 'Node', nodeName: 'a' }),
        pod('web', { cpu: '1', memory: '1Gi' }, { nodeName: 'a' }),
      ],
    );
    expect(nodeIndex.frontFor([pod('next', {})])).toEqual([{ cpu: 3500, memory: 7 * GIB }]);
    expect(free(nodeIndex, 'a')).toEqual({ cpu: 2500, memory: 6 * GIB });
  });

  it('follows the nodes for a list of pods that was asked about before', () => {
    const nodeIndex = nodeIndexOf([node('a', '4', '8Gi')]);
    const alike = [pod('x', {}), pod('y', {})];
    const unlike = [pod('x', {}), pod('z', {}, { nodeSelector: { disk: 'ssd' } })];
    const none: Pod[] = [];
    for (const pods of [alike, unlike, none])
      expect(nodeIndex.frontFor(pods)).toEqual([{ cpu: 4000, memory: 8 * GIB }]);
    nodeIndex.setNode(node('b', '8', '16Gi', { labels: { disk: 'ssd' } }));
    for (const pods of [alike, unlike, none])
      expect(nodeIndex.frontFor(pods)).toEqual([{ cpu: 8000, memory: 16 * GIB }]);
  });

  it('is CPU and memory of the same node', () => {
    const nodeIndex = nodeIndexOf([node('a', '8', '4Gi'), node('b', '2', '16Gi'), node('c', '2', '4Gi')]);
    expect(nodeIndex.frontFor([])).toEqual([
      { cpu: 2000, memory: 16 * GIB },
      { cpu: 8000, memory: 4 * GIB },
    ]);
  });

  const large = node('large', '16', '64Gi', {
    labels: { size: 'large' },
    taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
  });
  const nodes = [node('small', '4', '8Gi', { labels: { size: 'small', zone: '7' } }), large];
  const requires = (key: string, operator: string, values?: string[]): Partial<Pod['spec']> => ({
    tolerations: [{ operator: 'Exists' }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values }] }],
        },
      },
    },
  });
  it.each<[string, Partial<Pod['spec']>, number[]]>([
    ['a taint that is not tolerated keeps off', {}, [4000]],
    [
      'a taint that is tolerated does not',
      { tolerations: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] },
      [16_000],
    ],
    ['another value of the taint is not tolerated', { tolerations: [{ key: 'gpu', value: 'no' }] }, [4000]],
    ['a selector', { nodeSelector: { size: 'large' } }, []],
    [
      'a selector beside a toleration',
      { nodeSelector: { size: 'small' }, tolerations: [{ operator: 'Exists' }] },
      [4000],
    ],
    ['In', requires('size', 'In', ['small']), [4000]],
    ['NotIn', requires('size', 'NotIn', ['small']), [16_000]],
    ['Exists', requires('zone', 'Exists'), [4000]],
    ['DoesNotExist', requires('zone', 'DoesNotExist'), [16_000]],
    ['Gt', requires('zone', 'Gt', ['6']), [4000]],
    ['Lt', requires('zone', 'Lt', ['7']), []],
  ])('counts the nodes it may use: %s', (_case, spec, cpus) => {
    expect(
      nodeIndexOf(nodes)
        .frontFor([pod('next', {}, spec)])
        .map(({ cpu }) => cpu),
    ).toEqual(cpus);
  });

  it('counts a drained or unready node: it comes back', () => {
    const drained = node('a', '4', '8Gi', {
      unschedulable: true,
      taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
    });
    expect(nodeIndexOf([drained]).frontFor([pod('next', {})])).toHaveLength(1);
  });

  it('is for a pod of a DaemonSet its own nodes, with what it requests itself', () => {
    const agents = ['small', 'large'].map((name) =>
      pod(`agent-${name}`, { cpu: '1', memory: '1Gi' }, { owner: 'DaemonSet', nodeName: name }),
    );
    const other = pod('other', { cpu: '500m' }, { owner: 'DaemonSet', nodeName: 'small' });
    const nodeIndex = nodeIndexOf(nodes, [...agents, other]);
    expect(nodeIndex.frontFor(agents.slice(0, 1))).toEqual([{ cpu: 3500, memory: 8 * GIB }]);
    expect(nodeIndex.frontFor(agents, { label: 'size', value: 'large' })).toEqual([
      { cpu: 16_000, memory: 64 * GIB },
    ]);
  });
});

describe('the book of nodes', () => {
  it('keeps the same answer until it changes', () => {
    const nodeIndex = nodeIndexOf([node('a', '4', '8Gi')]);
    const next = pod('next', {});
    const before = nodeIndex.frontFor([next]);
    nodeIndex.setNode({
      ...node('a', '4', '8Gi'),
      metadata: { name: 'a', labels: { 'kubernetes.io/hostname': 'a' }, resourceVersion: '9' },
    });
    nodeIndex.setPod(pod('web', { cpu: '1' }, { nodeName: 'a' }));
    expect(nodeIndex.frontFor([next])).toBe(before);
    nodeIndex.setNode(node('b', '8', '16Gi'));
    expect(nodeIndex.frontFor([next])).toEqual([{ cpu: 8000, memory: 16 * GIB }]);
    nodeIndex.removeNode('b');
    expect(nodeIndex.frontFor([next])).toEqual(before);
  });

  it('counts pods that were known before their node, once, and no longer when they end', () => {
    const nodeIndex = new NodeIndex();
    const web = pod('web', { cpu: '1' }, { nodeName: 'a' });
    nodeIndex.setPod(web);
    nodeIndex.setPod(web);
    nodeIndex.setNode(node('a', '4', '8Gi'));
    expect(free(nodeIndex, 'a')?.cpu).toBe(3000);
    nodeIndex.setPod({ ...web, status: { phase: 'Succeeded' } });
    expect(free(nodeIndex, 'a')?.cpu).toBe(4000);
  });

  it('counts a resize under way for the larger amount', () => {
    const web = pod('web', { cpu: '1' }, { nodeName: 'a' });
    const status = { name: 'app', ready: true, restartCount: 0, image: '', imageID: '' };
    const nodeIndex = nodeIndexOf([node('a', '4', '8Gi')]);
    const resized = (given: string, infeasible = false): Pod => ({
      ...web,
      status: {
        phase: 'Running',
        conditions: infeasible ? [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }] : [],
        containerStatuses: [
          { ...status, allocatedResources: { cpu: given }, resources: { requests: { cpu: given } } },
        ],
      },
    });
    nodeIndex.setPod(resized('500m'));
    expect(free(nodeIndex, 'a')?.cpu).toBe(3000);
    nodeIndex.setPod(resized('2'));
    expect(free(nodeIndex, 'a')?.cpu).toBe(2000);
    nodeIndex.setPod(resized('500m', true));
    expect(free(nodeIndex, 'a')?.cpu).toBe(3500);
  });

  it('knows which pods wait for a node', () => {
    const nodeIndex = nodeIndexOf([node('a', '4', '8Gi')], [pod('web', { cpu: '9' })]);
    expect([...nodeIndex.waitingPods.keys()]).toEqual(['web']);
    nodeIndex.setPod(pod('web', { cpu: '9' }, { nodeName: 'a' }));
    expect(nodeIndex.waitingPods.size).toBe(0);
  });

  it('tells of a node that it cannot read, and leaves it out', () => {
    const nodeIndex = nodeIndexOf([node('a', '4', '8Gi'), node('bad', 'many', '8Gi')]);
    expect(nodeIndex.faults).toMatchObject([{ about: 'Node bad' }]);
    expect(nodeIndex.frontFor([])).toHaveLength(1);
    nodeIndex.setNode(node('bad', '1', '1Gi'));
    expect(nodeIndex.faults).toEqual([]);
  });

  it('gives pods of one shape one index', () => {
    expect(shapeOf(pod('a', {}))).toBe(shapeOf(pod('b', { cpu: '1' })));
  });
});

describe('a node that can come', () => {
  const coming = { cpu: 16_000, memory: 64 * GIB };
  const nodeIndex = nodeIndexOf([node('a', '4', '8Gi', { labels: { pool: 'small' } })]);
  nodeIndex.setComing({ sizes: [coming], isBare: false });
  const bound = pod('bound', {}, { nodeSelector: { pool: 'small' } });

  it('counts with nothing on it, for pods that demand no label of their node', () => {
    expect(nodeIndex.frontFor([pod('next', {})])).toEqual([coming]);
    expect(nodeIndex.frontFor([])).toEqual([coming]);
    expect(nodeIndex.frontFor([bound])).toEqual([{ cpu: 4000, memory: 8 * GIB }]);
    expect(nodeIndex.frontFor([pod('next', {}), bound])).toEqual([coming]);
  });

  it('is no room that is there now, in no group of nodes, and none of a DaemonSet', () => {
    const next = pod('next', {});
    expect([...nodeIndex.nodesFor(shapeOf(next))].map(({ name }) => name)).toEqual(['a']);
    expect(nodeIndex.frontFor([next], { label: 'pool', value: undefined })).toEqual([]);
    const daemon = pod('agent', { cpu: '1' }, { owner: 'DaemonSet', nodeName: 'a' });
    const own = nodeIndexOf([node('a', '4', '8Gi')], [daemon]);
    own.setComing({ sizes: [coming], isBare: false });
    expect(own.frontFor([daemon])).toEqual([{ cpu: 4000, memory: 8 * GIB }]);
  });

  it('leaves what DaemonSets take of the fullest node there is, if it is bare', () => {
    const daemon = pod('agent', { cpu: '1', memory: '1Gi' }, { owner: 'DaemonSet', nodeName: 'a' });
    const own = nodeIndexOf([node('a', '4', '8Gi')], [daemon]);
    own.setComing({ sizes: [coming], isBare: true });
    expect(own.frontFor([pod('next', {})])).toEqual([{ cpu: 15_000, memory: 63 * GIB }]);
  });

  it('counts no longer once none comes', () => {
    const own = nodeIndexOf([node('a', '4', '8Gi')]);
    own.setComing({ sizes: [coming], isBare: false });
    expect(own.frontFor([pod('next', {})])).toEqual([coming]);
    own.setComing({ sizes: [], isBare: false });
    expect(own.frontFor([pod('next', {})])).toEqual([{ cpu: 4000, memory: 8 * GIB }]);
  });
});

describe('a pod with fields that cannot be read', () => {
  const places: Partial<Pod['spec']> = {
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoSchedule' }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }],
        },
      },
    },
  };
  const tainted = node('a', '4', '8Gi', { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] });

  it('costs only itself, whichever it is', () => {
    const nodeIndex = nodeIndexOf(
      [tainted, node('b', '4', '8Gi')],
      [pod('web', { cpu: '1' }, { nodeName: 'b' })],
    );
    for (const wrong of wrongInTurn((index) => pod(`bad-${index}`, { cpu: '1' }, places))) {
      nodeIndex.setPod(wrong);
      expect(() => nodeIndex.frontFor([wrong])).not.toThrow();
      nodeIndex.removePod(wrong.metadata.uid ?? '');
      expect(free(nodeIndex, 'b')).toEqual({ cpu: 3000, memory: 8 * GIB });
    }
  });

  it('asks for nothing by them', () => {
    const unread = {
      ...pod('bad', {}),
      spec: { ...pod('bad', {}).spec, nodeSelector: null, tolerations: 'x' },
    };
    expect(shapeOf(unread as unknown as Pod)).toBe(shapeOf(pod('plain', {})));
  });

  it('is no matter to a node with such taints', () => {
    const nodeIndex = nodeIndexOf([
      withValue(tainted, ['spec', 'taints', 0], null),
      withValue(
        node('b', '2', '4Gi', { taints: [{ key: 'gpu', effect: 'NoSchedule' }] }),
        ['spec', 'taints', 0, 'key'],
        7,
      ),
    ]);
    expect(nodeIndex.frontFor([pod('plain', {})])).toEqual([{ cpu: 4000, memory: 8 * GIB }]);
  });
});
