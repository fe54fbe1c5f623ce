import type { VpaFeature } from '../feature';
import { MAY_EVICT_ANNOTATION, mayEvictFaults } from './may-evict';

/** Lets pods be evicted that say that they must not go. */
export const mayEvictFeature = {
  name: 'may-evict',
  annotation: {
    name: MAY_EVICT_ANNOTATION,
    on: 'VPA',
    takes: '`marked`, `jobs`, or `marked, jobs`',
    says: 'Lets pods be evicted that stay otherwise: those marked `cluster-autoscaler.kubernetes.io/safe-to-evict: "false"` or `karpenter.sh/do-not-disrupt`, and those of Jobs.',
    guide: 'concepts.md',
  },
  isPlannedBy: true,
  faults: mayEvictFaults,
  untilCorrected: 'only the pods it names in words that can be read may go',
} as const satisfies VpaFeature;
