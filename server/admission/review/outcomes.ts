import type { UnchangedReason } from '../../words/admission';
import type { AdmissionVerdict } from './review-types';

/** The outcome of a review, for counting. `observed`: a VPA controls the pod but recommends nothing yet. */
export type ReviewOutcome = 'patched' | 'observed' | 'refused' | 'accepted' | UnchangedReason;

/** The result of one review. */
export interface Reviewed {
  readonly resource: 'Pod' | 'VPA' | 'unknown';
  readonly outcome: ReviewOutcome;
  readonly verdict: AdmissionVerdict;
}
