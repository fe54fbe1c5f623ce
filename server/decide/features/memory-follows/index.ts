import type { VpaFeature } from '../feature';
import { memoryFollowsEdit } from './edit';
import { MEMORY_FOLLOWS_ANNOTATION, memoryFollowsFaults } from './follows-heap';

/** Memory for a runtime that sizes itself by its limit. */
export const memoryFollows = {
  name: 'memory-follows',
  annotation: {
    name: MEMORY_FOLLOWS_ANNOTATION,
    on: 'VPA',
    takes: '`usage`, `rss` or `heap`',
    says: 'Whether its memory follows what containers use, that without page cache, or what is live in their heaps and what is not heap.',
    guide: 'signals.md',
  },
  faults: memoryFollowsFaults,
  untilCorrected: 'memory follows usage',
  edit: memoryFollowsEdit,
} as const satisfies VpaFeature;
