import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../objects/types';
import { freeCapacity } from './free-capacity';
import { NodeIndex } from './node-index';

const node = (name: string, cpu: string, labels: Record<string, string> = {}): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels },
  status: { allocatable: { cpu, memory: '1000', pods: '110' } },
});

const pod = (name: string, cpu: string, on?: string, nodeSelector?: Record<string, string>): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name },
  spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }], nodeName: on, nodeSelector },
  status: { phase: on ? 'Running' : 'Pending' },
});

function capacitiesOf(
  nodes: readonly Node[],
  pods: readonly Pod[],
  own: Parameters<typeof freeCapacity>[2] = { isOwn: () => false },
): readonly number[] {
  const nodeIndex = new NodeIndex();
  for (const one of nodes) nodeIndex.setNode(one);
  for (const one of pods) nodeIndex.setPod(one);
  const accounts = nodes
    .map(({ metadata }) => nodeIndex.node(metadata.name))
    .filter((one) => one !== undefined);
  return freeCapacity(nodeIndex, accounts, own).map(({ cpu }) => Math.round(cpu));
}

describe('the room that a target may be lowered to', () => {
  it('is nine tenths of what is free with what the pods give back', () => {
    expect(capacitiesOf([node('a', '2')], [pod('web', '1', 'a')])).toEqual([900]);
    const own = new Map([['a', { cpu: 500, memory: 0 }]]);
    expect(capacitiesOf([node('a', '2')], [pod('web', '1', 'a')], { own, isOwn: () => false })).toEqual([
      1350,
    ]);
  });

  it('leaves out what other pods that wait have room for, but not the pods themselves', () => {
    const pods = [pod('other', '1')];
    expect(capacitiesOf([node('a', '2'), node('b', '2')], pods)).toEqual([900, 1800]);
    expect(capacitiesOf([node('a', '2')], pods, { isOwn: (uid) => uid === 'other' })).toEqual([1800]);
  });

  it('leaves nothing for pods that have no room there, or may not go there', () => {
    expect(capacitiesOf([node('a', '2')], [pod('huge', '3')])).toEqual([1800]);
    const bound = pod('bound', '1', undefined, { pool: 'fast' });
    expect(capacitiesOf([node('a', '2'), node('b', '2', { pool: 'fast' })], [bound])).toEqual([1800, 900]);
  });
});
