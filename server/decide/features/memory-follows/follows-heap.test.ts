import { expect, it } from 'vitest';
import { followsHeap, MEMORY_FOLLOWS_ANNOTATION, memoryFollowsFaults } from './follows-heap';

const stating = (annotations: Record<string, string>) => ({ metadata: { name: 'web', annotations } });

it('memory follows usage unless the VPA says heap', () => {
  expect(followsHeap(stating({}))).toBe(false);
  expect(followsHeap(stating({ [MEMORY_FOLLOWS_ANNOTATION]: 'heap' }))).toBe(true);
  expect(memoryFollowsFaults(stating({ [MEMORY_FOLLOWS_ANNOTATION]: 'heaps' }))).toEqual([
    '"heaps" is nothing that memory follows; it takes usage, rss or heap',
  ]);
});
