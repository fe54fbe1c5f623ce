import { expect, it } from 'vitest';
import { heapLines } from './heap-lines';

const MIB = 2 ** 20;
const live = { usual: 400 * MIB, high: 500 * MIB, highest: 600 * MIB };
const heap = { container: 'app', runtime: 'jvm', isStated: false, isFollowed: false } as const;
const limited = { name: 'app', memory: { limit: { min: 2000 * MIB, max: 2000 * MIB } } };

it('say what runs there, its live heap against the limit, and what a change in place does', () => {
  const lines = heapLines([{ ...heap, live, committed: { ...live, usual: 1600 * MIB } }], limited);
  expect(lines.slice(0, 2)).toEqual([
    'Runtime: JVM, known from its metrics.',
    'Live heap: usually 400 MiB, high 500 MiB, 25 % of the memory limit of 1.95 GiB; 1.56 GiB is taken for the heap.',
  ]);
  expect(lines[2]).toContain('until it restarts');
  expect(lines[3]).toContain('makes it follow the live heap');
});

it('say that nothing is known of a heap that is only stated, and nothing of other containers', () => {
  expect(heapLines([{ ...heap, isStated: true }], limited).slice(0, 2)).toEqual([
    'Runtime: JVM, as the VPA states.',
    'Its heap is not known: no metric covers it.',
  ]);
  expect(heapLines([{ ...heap, isFollowed: true, live }], limited).at(-1)).toContain('memory-follows: heap');
  expect(heapLines([heap], { ...limited, name: 'other' })).toEqual([]);
});
