import { describe, expect, it } from 'vitest';
import { MAY_EVICT_ANNOTATION, mayEvict, mayEvictFaults } from './may-evict';

const stating = (text?: string) => ({
  metadata: { name: 'web', ...(text !== undefined && { annotations: { [MAY_EVICT_ANNOTATION]: text } }) },
});

describe('the pods that a VPA lets go', () => {
  it.each<[string | undefined, boolean, boolean]>([
    [undefined, false, false],
    ['marked', true, false],
    ['jobs', false, true],
    [' jobs ,marked', true, true],
    ['true', false, false],
    ['', false, false],
  ])('with %s: marked ones %s, those of Jobs %s', (text, marked, jobs) => {
    expect([mayEvict(stating(text), 'marked'), mayEvict(stating(text), 'jobs')]).toEqual([marked, jobs]);
  });

  it('are told where the words cannot be read', () => {
    expect(mayEvictFaults(stating('all, jobs'))).toEqual([
      '"all" names no pods; it takes marked, jobs or both',
    ]);
    expect(mayEvictFaults(stating())).toEqual([]);
  });
});
