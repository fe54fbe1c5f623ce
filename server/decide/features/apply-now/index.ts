import type { VpaFeature } from '../feature';
import { APPLY_NOW_ANNOTATION, applyNowFaults } from './asked-now';

/** A person asks for a change that only its time holds back. */
export const applyNowFeature = {
  name: 'apply-now',
  annotation: {
    name: APPLY_NOW_ANNOTATION,
    on: 'VPA',
    takes: 'a time within the next hour, as RFC 3339',
    says: 'Until then, changes of its pods do not wait for the age of requests; the button Apply now writes it.',
  },
  isPlannedBy: true,
  faults: applyNowFaults,
  untilCorrected: 'changes wait for their time',
} as const satisfies VpaFeature;
