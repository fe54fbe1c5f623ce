import type { VpaFeature } from '../feature';
import { firstChangeEdit } from './edit';
import { FIRST_CHANGE_ANNOTATION, firstChangeFaults } from './first-change';
import { firstChangeRestraint } from './restraint';

/** A young VPA learns and recommends, and changes nothing. */
export const firstChange = {
  name: 'first-change',
  annotation: {
    name: FIRST_CHANGE_ANNOTATION,
    on: 'VPA',
    takes: 'a duration up to `90d`, such as `24h`',
    says: 'For so long after it was created, no pod is changed, whatever happens to it, and new pods stay as they state.',
    guide: 'concepts.md',
  },
  isPlannedBy: true,
  faults: firstChangeFaults,
  untilCorrected: 'no pod is changed',
  edit: firstChangeEdit,
  restraint: firstChangeRestraint,
} as const satisfies VpaFeature;
