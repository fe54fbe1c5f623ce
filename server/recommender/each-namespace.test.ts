import { describe, expect, it } from 'vitest';
import { EachNamespace } from './each-namespace';

const of = (namespace: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ namespace, name: `${namespace}-${index}` }));

describe('what each namespace has room for', () => {
  it('is the same for a busy one and a quiet one', () => {
    const each = new EachNamespace(3, 1000);
    const admitted = each.within([...of('busy', 10), ...of('quiet', 1)], 0, 100);
    expect(admitted.map(({ name }) => name)).toEqual(['busy-0', 'busy-1', 'busy-2', 'quiet-0']);
  });

  it('is used up over several times of one stretch, and all there again in the next', () => {
    const each = new EachNamespace(3, 1000);
    expect(each.within(of('busy', 2), 0, 100)).toHaveLength(2);
    expect(each.within(of('busy', 2), 999, 100)).toHaveLength(1);
    expect(each.within(of('busy', 5), 1000, 100)).toHaveLength(3);
  });

  it('counts only what is let through', () => {
    const each = new EachNamespace(3, 1000);
    expect(each.within(of('busy', 3), 0, 2)).toHaveLength(2);
    expect(each.within(of('busy', 3), 0, 2)).toHaveLength(1);
  });
});
