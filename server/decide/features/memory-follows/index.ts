import * as z from 'zod';
import { statedIn } from '../../pods/stated-text';
import type { FeatureEdit, VpaFeature } from '../feature';
import { withAnnotation } from '../with-annotation';
import { MEMORY_FOLLOWS_ANNOTATION, memoryFollowsFaults } from './follows-heap';

interface MemoryFollowsEdit {
  /** What memory follows: `usage`, `rss` or `heap`; null for usage. */
  memoryFollows?: string | null;
}

const SAYS: Readonly<Record<string, string>> = {
  rss: 'Memory follows what containers use without page cache, once Prometheus has told it.',
  heap: 'Memory follows what is live in the heaps of containers, and what is not heap.',
};

const memoryFollowsEdit: FeatureEdit<MemoryFollowsEdit> = {
  shape: { memoryFollows: z.string().trim().min(1).max(60).nullable().optional() },
  apply: (vpa, { memoryFollows }) =>
    memoryFollows === undefined ? vpa : withAnnotation(vpa, MEMORY_FOLLOWS_ANNOTATION, memoryFollows),
  faults: (vpa, { memoryFollows }) =>
    typeof memoryFollows !== 'string'
      ? []
      : memoryFollowsFaults(withAnnotation(vpa, MEMORY_FOLLOWS_ANNOTATION, memoryFollows)).map((message) => ({
          field: 'memoryFollows',
          message,
        })),
  statements(before, after) {
    const [was, is] = [before, after].map((vpa) => statedIn(vpa, MEMORY_FOLLOWS_ANNOTATION) ?? 'usage');
    return was === is ? [] : [SAYS[is ?? ''] ?? 'Memory follows what containers use.'];
  },
};

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
