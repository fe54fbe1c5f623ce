import { describe, expect, it } from 'vitest';
import { fitWords, packingWords } from './needs-words';

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
    [packing(5, 2, 3), '3 of 5 nodes are enough, which frees 2; no packing needs fewer than 2.'],
    [packing(5, 3, 3), '3 of 5 nodes are enough, which frees 2; no packing frees more.'],
    [packing(5, 5, 5), 'All 5 nodes are needed.'],
    [packing(5, 3, 5), 'packing them anew frees none of 5 nodes; no packing needs fewer than 3.'],
    [packing(5, 4, undefined, 2), '2 pods fit nowhere when packed by size; at least 4 nodes of 5 needed.'],
  ])('is an estimate of the nodes needed: %#', (needs, words) => {
    expect(packingWords(needs)).toBe(words);
  });
});
