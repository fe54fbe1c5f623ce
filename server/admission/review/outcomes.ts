import type { UnchangedReason } from '../../words/admission';
import type { AdmissionVerdict } from './review-types';

/** What came of a review, for counting. `observed`: a VPA controls the pod but recommends nothing yet. */
export type ReviewOutcome = 'patched' | 'observed' | 'refused' | 'accepted' | UnchangedReason;

/** What came of one review. */
export interface Reviewed {
  readonly resource: 'Pod' | 'VPA' | 'unknown';
  readonly outcome: ReviewOutcome;
  readonly verdict: AdmissionVerdict;
}
