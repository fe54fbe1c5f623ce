import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/time/slices';
import { firstFit, type NodeCapacity, type PodSize, packing } from './packing';

const amount = fc.integer({ min: 0, max: 1000 });
const pods: fc.Arbitrary<PodSize[]> = fc.array(fc.record({ cpu: amount, memory: amount }), { maxLength: 40 });
const nodes: fc.Arbitrary<NodeCapacity[]> = fc.array(
  fc.record({
    cpu: fc.integer({ min: 0, max: 3000 }),
    memory: fc.integer({ min: 0, max: 3000 }),
    pods: fc.nat({ max: 12 }),
  }),
  { maxLength: 15 },
);
const sum = (all: readonly PodSize[], part: keyof PodSize) =>
  all.reduce((total, pod) => total + pod[part], 0);

describe('packing pods into nodes', () => {
  it('places every pod once or says that it fits nowhere, and overfills no node', () => {
    fc.assert(
      fc.property(pods, nodes, (all, there) => {
        const { unplaced, placed } = atOnce(firstFit(all, there));
        const found = [...placed.flatMap(({ pods: on }) => on), ...unplaced];
        expect([found.length, new Set(found)]).toEqual([all.length, new Set(all)]);
        for (const { node, pods: on } of placed) {
          expect(on.length).toBeLessThanOrEqual(node.pods);
          for (const part of ['cpu', 'memory'] as const)
            expect(sum(on, part)).toBeLessThanOrEqual(node[part]);
        }
      }),
    );
  });

  it('needs at least the bound from below and at most the nodes there are', () => {
    fc.assert(
      fc.property(pods, nodes, (all, there) => {
        const { least, enough, unplaced } = atOnce(packing(all, there));
        expect(least).toBeLessThanOrEqual(there.length);
        if (enough === undefined) expect(unplaced).toBeGreaterThan(0);
        else {
          expect(least).toBeLessThanOrEqual(enough);
          expect(enough).toBeLessThanOrEqual(there.length);
        }
      }),
    );
  });

  it('needs no node more once a pod is gone, by the bound from below', () => {
    fc.assert(
      fc.property(pods, nodes, (all, there) => {
        const less = atOnce(packing(all.slice(1), there)).least;
        expect(less).toBeLessThanOrEqual(atOnce(packing(all, there)).least);
      }),
    );
  });

  it('knows pods that fit exactly', () => {
    const node = { cpu: 1000, memory: 1000, pods: 10 };
    const halves = Array.from({ length: 4 }, () => ({ cpu: 500, memory: 500 }));
    expect(atOnce(packing(halves, [node, node, node]))).toEqual({
      nodes: 3,
      least: 2,
      enough: 2,
      unplaced: 0,
    });
    expect(atOnce(packing([{ cpu: 1001, memory: 0 }], [{ ...node }]))).toEqual({
      nodes: 1,
      least: 1,
      unplaced: 1,
    });
  });

  it('fills the places for pods before their sizes do', () => {
    const node = { cpu: 1000, memory: 1000, pods: 2 };
    const small = Array.from({ length: 5 }, () => ({ cpu: 1, memory: 1 }));
    const there = Array.from({ length: 4 }, () => ({ ...node }));
    expect(atOnce(packing(small, there))).toMatchObject({ least: 3, enough: 3 });
  });
});
