import { describe, expect, it } from 'vitest';
import { fitOfNode, fitWords, packingWords, requestWords } from './needs-words';

const GIB = 2 ** 30;
const big = { node: 'node-1', cpu: 3500, memory: 2 * GIB };
const wide = { node: 'node-2', cpu: 500, memory: 12 * GIB };
const packing = (nodes: number, least: number, enough?: number, unplaced = 0) => ({
  packing: { nodes, least, unplaced, ...(enough !== undefined && { enough }) },
});

describe('what nodes have room for', () => {
  it.each([
    [undefined, ['No node takes another pod.']],
    [{ cpu: big, memory: big }, ['3.5 cores with 2 GiB on node-1.']],
    [
      { cpu: big, memory: wide },
      ['By CPU: 3.5 cores with 2 GiB on node-1.', 'By memory: 12 GiB with 500m on node-2.'],
    ],
  ])('is said in words: %#', (fits, words) => {
    expect(fitWords({ ...packing(3, 1, 2), ...(fits && { fits }) })).toEqual(words);
  });

  it.each([
    [{ cpu: 500, memory: GIB }, '500m with 1 GiB.'],
    [{ full: 'pods' }, 'None: it has as many pods as it takes.'],
    [{ full: 'cpu' }, 'None: all of its CPU is requested.'],
  ] as const)('is said of one node: %o', (fits, words) => {
    expect(fitOfNode(fits)).toBe(words);
  });

  it.each([
    [{ cpu: 100 }, { cpu: 163, memory: 0 }, '100m → 163m'],
    [{ cpu: 100 }, { cpu: 100, memory: 0 }, '100m'],
    [{ cpu: 100 }, undefined, '100m'],
    [{}, { cpu: 163, memory: 0 }, 'none → 163m'],
    [{}, undefined, 'none'],
  ])('shows what %o becomes with %o', (requested, target, words) => {
    expect(requestWords('cpu', { requested, ...(target && { target }) })).toBe(words);
  });

  it.each([
    [packing(5, 2, 3), '3 of 5 nodes are enough, which frees 2; at least 2 are needed.'],
    [packing(5, 3, 3), '3 of 5 nodes are enough, which frees 2; they cannot be packed tighter.'],
    [packing(5, 5, 5), 'All 5 nodes are needed.'],
    [packing(5, 3, 5), 'packing them again would free none of 5 nodes; at least 3 are needed.'],
    [packing(5, 4, undefined, 2), '2 pods fit nowhere when packed by size; at least 4 nodes of 5 needed.'],
  ])('is an estimate of the nodes needed: %#', (needs, words) => {
    expect(packingWords(needs)).toBe(words);
  });
});
