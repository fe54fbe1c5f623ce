import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../objects/types';
import { NodeIndex } from './node-index';
import { traitsOf } from './node-traits';
import { mayUseOtherKind } from './other-kinds';

const node = (name: string, labels: Record<string, string>, swap = 0): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' }, nodeInfo: { swap: { capacity: swap } } },
});
const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', uid: 'a' },
  spec: { nodeName: 'one', nodeSelector: { disk: 'fast' }, containers: [] },
};
const SMALL = { disk: 'fast', 'node.kubernetes.io/instance-type': 'small' };
const LARGE = { ...SMALL, 'node.kubernetes.io/instance-type': 'large' };

function asked(part: Parameters<typeof mayUseOtherKind>[1], ...nodes: Node[]): boolean {
  const index = new NodeIndex();
  for (const one of nodes) index.setNode(one);
  return mayUseOtherKind(pod, part, index, (name) => {
    const found = nodes.find(({ metadata }) => metadata.name === name);
    return found && traitsOf(found);
  });
}

describe('a node of another kind', () => {
  it('has no swap, where swap is in the way', () => {
    expect(asked('memory-request', node('one', SMALL, 1), node('two', LARGE, 1))).toBe(false);
    expect(asked('memory-request', node('one', SMALL, 1), node('two', SMALL))).toBe(true);
  });

  it('is of another group or size, where a static manager is in the way', () => {
    expect(asked('cpu', node('one', SMALL), node('two', SMALL))).toBe(false);
    expect(asked('cpu', node('one', SMALL), node('two', LARGE))).toBe(true);
  });

  it('is one that the pod may use', () => {
    const slow = { ...LARGE, disk: 'slow' };
    expect(asked('cpu', node('one', SMALL), node('two', slow))).toBe(false);
    expect(asked('memory-request', node('one', SMALL, 1), node('two', slow))).toBe(false);
  });
});
