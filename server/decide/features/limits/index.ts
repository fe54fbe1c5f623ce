import { LIMITS_ANNOTATION, limitModeFaults } from '../../pods/limit-modes';
import type { VpaFeature } from '../feature';
import { limitsEdit } from './edit';

/** What becomes of limits as requests change. */
export const limitsFeature = {
  name: 'limits',
  annotation: {
    name: LIMITS_ANNOTATION,
    on: 'VPA',
    takes:
      '`in-proportion`, `as-stated`, `up-to-max` or `limits-only`, or for each resource such as `cpu=as-stated, memory=up-to-max`',
    says: 'Whether limits keep their proportion to requests, stay as pods state them, keep it up to `maxAllowed`, or change alone while requests stay.',
    guide: 'memory-limits.md',
  },
  isPlannedBy: true,
  faults: limitModeFaults,
  untilCorrected: 'limits keep their proportion to requests',
  edit: limitsEdit,
} as const satisfies VpaFeature;
