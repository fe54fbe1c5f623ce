import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share';

/** A table of 10 with these values of each group. */
function holding(counts: Record<string, number>): FairShare<string> {
  const table = new FairShare<string>(10);
  for (const [group, count] of Object.entries(counts))
    for (let index = 0; index < count; index++) table.set(group, `${index}`, `${group}-${index}`);
  return table;
}

describe('room that is shared', () => {
  it('goes from whoever has most, oldest first, and never from whoever has few', () => {
    const table = holding({ few: 2, many: 20 });
    expect([table.sizeOf('few'), table.sizeOf('many'), table.size]).toEqual([2, 8, 10]);
    expect([...table.of('many').keys()]).toEqual(['12', '13', '14', '15', '16', '17', '18', '19']);
    expect(table.set('late', '0', 'late-0')).toBe('many-12');
  });

  it('is the same for all once all want more', () => {
    const table = new FairShare<number>(12);
    for (let index = 0; index < 100; index++)
      for (const group of ['a', 'b', 'c']) table.set(group, `${index}`, index);
    expect(['a', 'b', 'c'].map((group) => table.sizeOf(group))).toEqual([4, 4, 4]);
  });

  it('is not taken twice by one key', () => {
    const table = holding({ a: 10 });
    expect(table.set('a', '0', 'again')).toBeUndefined();
    expect([table.size, table.get('a', '0'), [...table.of('a').keys()].at(-1)]).toEqual([10, 'again', '0']);
  });

  it('comes back with what is deleted', () => {
    const table = holding({ a: 5, b: 5 });
    expect(table.delete('a', '0')).toBe('a-0');
    expect(table.delete('a', 'none')).toBeUndefined();
    for (let index = 1; index < 5; index++) table.delete('a', `${index}`);
    expect([table.size, table.sizeOf('a'), [...table.of('a')]]).toEqual([5, 0, []]);
    for (let index = 0; index < 5; index++) expect(table.set('c', `${index}`, 'c')).toBeUndefined();
    expect(table.set('b', 'more', 'b-more')).toBe('b-0');
    expect([...table.values()]).toHaveLength(10);
  });
});
