import { describe, expect, it } from 'vitest';
import type { NodeResourceView, NodeView } from '../../contract/nodes';
import { atOnce } from '../../lib/time/slices';
import type { PodOfNode } from '../../nodes/handle';
import { amountsFrom } from '../../objects/quantity';
import { requestedOn } from './node-needs';

const GIB = 2 ** 30;
const resource = (allocatable: number | undefined): NodeResourceView => ({
  ...(allocatable !== undefined && { allocatable }),
  requested: 0,
  usedByBatch: 0,
});
const node = (name: string, change: Partial<NodeView> = {}): NodeView => ({
  name,
  state: 'known',
  isCordoned: false,
  cpu: resource(4000),
  memory: resource(8 * GIB),
  pods: { online: 0, batch: 0, measured: 0, 'last-known': 0, requested: 0, unknown: 0 },
  confidence: 1,
  podsAllocatable: 10,
  ...change,
});
const pod = (name: string, cpu: string, memory: string, isOfNode = false): PodOfNode => ({
  namespace: 'shop',
  name,
  isOfNode,
  requested: amountsFrom({ cpu, memory }),
});

const PODS: Readonly<Record<string, PodOfNode[]>> = {
  a: [pod('web-1', '2', '1Gi'), pod('agent-a', '500m', '1Gi', true)],
  b: [pod('web-2', '2', '1Gi'), pod('agent-b', '500m', '1Gi', true)],
  c: [pod('db', '1', '5Gi')],
};
const asked = (nodes: readonly NodeView[], changes = new Map<string, { cpu: number; memory: number }>()) =>
  atOnce(requestedOn(nodes, (name) => PODS[name] ?? [], changes));
const ALL = [node('a'), node('b'), node('c')];

describe('what pods request of nodes', () => {
  it('is added up by node, with what would change', () => {
    const changes = new Map([
      ['shop/web-1', { cpu: -1500, memory: GIB }],
      ['shop/db', { cpu: -5000, memory: 0 }],
    ]);
    expect(Object.fromEntries(asked(ALL, changes).byNode)).toEqual({
      a: { cpu: 1000, memory: 3 * GIB },
      b: { cpu: 2500, memory: 2 * GIB },
      c: { cpu: 0, memory: 5 * GIB },
    });
  });

  it('packs pods anew, but leaves those of a DaemonSet where they are', () => {
    expect(asked(ALL).needs.packing).toEqual({ nodes: 3, least: 2, enough: 2, unplaced: 0 });
  });

  it('leaves out nodes that take no pod', () => {
    const others = [
      node('a', { isCordoned: true }),
      node('b', { state: 'not-ready' }),
      node('c'),
      node('d', { cpu: resource(undefined) }),
    ];
    const { needs } = asked(others);
    expect(needs.packing).toMatchObject({ nodes: 1, enough: 1 });
    expect(needs.fits?.cpu.node).toBe('c');
  });

  it('knows the largest pod that still fits, by CPU and by memory', () => {
    expect(asked(ALL).needs.fits).toEqual({
      cpu: { node: 'c', cpu: 3000, memory: 3 * GIB },
      memory: { node: 'a', cpu: 1500, memory: 6 * GIB },
    });
    expect(asked([node('a', { podsAllocatable: 2 })]).needs.fits).toBeUndefined();
  });
});
