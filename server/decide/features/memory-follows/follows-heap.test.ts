import { expect, it } from 'vitest';
import { MEMORY_FOLLOWS_ANNOTATION, memoryFollowedBy, memoryFollowsFaults } from './follows-heap';

const stating = (annotations: Record<string, string>) => ({ metadata: { name: 'web', annotations } });

it('memory follows usage unless the VPA says what else', () => {
  expect(memoryFollowedBy(stating({}))).toBe('usage');
  for (const signal of ['heap', 'rss'])
    expect(memoryFollowedBy(stating({ [MEMORY_FOLLOWS_ANNOTATION]: signal }))).toBe(signal);
  expect(memoryFollowedBy(stating({ [MEMORY_FOLLOWS_ANNOTATION]: 'heaps' }))).toBe('usage');
  expect(memoryFollowsFaults(stating({ [MEMORY_FOLLOWS_ANNOTATION]: 'heaps' }))).toEqual([
    '"heaps" is nothing that memory follows; it takes usage, rss or heap',
  ]);
});
