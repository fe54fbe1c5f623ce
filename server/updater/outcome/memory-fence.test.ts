import { describe, expect, it } from 'vitest';
import { NodeIndex } from '../../decide/places/node-index';
import type { Node, Pod } from '../../objects/types';
import { memoryFence } from './memory-fence';

const GIB = 2 ** 30;
const node = (name: string, memory: string): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { allocatable: { cpu: '4', memory, pods: '110' } },
});
const pod = (name: string, nodeName: string, memory: string, more: Partial<Pod['metadata']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'flat', uid: name, ...more },
  spec: { nodeName, containers: [{ name: 'app', resources: { requests: { memory } } }] },
  status: { phase: 'Running' },
});

function fenceOf(nodes: readonly Node[], own: readonly Pod[], others: readonly Pod[] = [], tried = 8 * GIB) {
  const capacity = new NodeIndex();
  for (const one of nodes) capacity.setNode(one);
  for (const one of [...own, ...others]) capacity.setPod(one);
  return memoryFence(capacity, own, { container: 'app', triedBytes: tried });
}

describe('what a container may use that takes all it finds', () => {
  const nodes = [node('a', '10Gi'), node('b', '10Gi')];

  it('is nine tenths of what its node has left beside the others, whatever it requests itself', () => {
    const others = [pod('db', 'a', '4Gi')];
    for (const memory of ['64Mi', '6Gi'])
      expect(fenceOf(nodes, [pod('hog', 'a', memory)], others)).toBe(Math.floor(6 * GIB * 0.9));
  });

  it('is shared by those on one node, and the least of several nodes', () => {
    const own = [pod('one', 'a', '64Mi'), pod('two', 'a', '64Mi'), pod('three', 'b', '64Mi')];
    expect(fenceOf(nodes, own)).toBe(5 * GIB * 0.9);
    expect(fenceOf(nodes, own, [pod('db', 'b', '6Gi')])).toBe(Math.floor(4 * GIB * 0.9));
  });

  it('leaves what the rest of its pod requests', () => {
    const own = pod('hog', 'a', '64Mi');
    own.spec.containers.push({ name: 'log', resources: { requests: { memory: '2Gi' } } });
    expect(fenceOf(nodes, [own])).toBe(7 * GIB);
  });

  it('counts no pod that goes away', () => {
    const going = pod('old', 'a', '64Mi', { deletionTimestamp: '2026-08-01T00:00:00Z' });
    expect(fenceOf(nodes, [pod('new', 'a', '64Mi'), going])).toBe(9 * GIB);
  });

  it('is none if it would be less than a quarter of what was tried', () => {
    const others = [pod('db', 'a', '7.7Gi')];
    expect(fenceOf(nodes, [pod('hog', 'a', '64Mi')], others)).toBeGreaterThan(2 * GIB);
    expect(fenceOf(nodes, [pod('hog', 'a', '64Mi')], others, 9 * GIB)).toBeUndefined();
  });

  it('is none where no node of its pods is known', () => {
    expect(fenceOf(nodes, [pod('hog', 'gone', '64Mi')])).toBeUndefined();
    expect(memoryFence(undefined, [], { container: 'app', triedBytes: 1 })).toBeUndefined();
  });
});
