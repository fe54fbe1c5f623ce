import { MEMORY_LIMITS_ANNOTATION } from '../../pods/memory-limit/recommended';
import { MEMORY_LIMIT_ANNOTATION, memoryLimitFaults } from '../../pods/memory-limit/stated';
import type { VpaFeature } from '../feature';
import { memoryLimitEdit } from './edit';

/** Memory limits that are estimated apart from requests. */
export const memoryLimitFeature = {
  name: 'memory-limit',
  annotation: {
    name: MEMORY_LIMIT_ANNOTATION,
    on: 'VPA',
    takes: '`apart` or `in-proportion`, and `set-missing`, `allow-burstable`',
    says: 'Whether memory limits are what containers may reach, apart from their requests, or keep their proportion; whether containers without a limit get one; and whether Guaranteed pods may become Burstable for it.',
    guide: 'memory-limits.md',
  },
  notes: [
    {
      name: MEMORY_LIMITS_ANNOTATION,
      on: 'VPA',
      says: 'The recommended memory limits, for which the status has no place, and what request and limit are where they have to be the same.',
      guide: 'memory-limits.md',
    },
  ],
  isPlannedBy: true,
  faults: memoryLimitFaults,
  untilCorrected: 'memory limits are apart from requests where both are recommended',
  edit: memoryLimitEdit,
} as const satisfies VpaFeature;
