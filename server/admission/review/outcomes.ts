import type { AdmissionVerdict } from './review-types';

/** Why a pod was let through as it is. The keys are the label of a metric; the sentences are for people. */
const UNCHANGED_REASONS = {
  'no-vpa': 'No VPA targets its controller.',
  'mode-off': 'The mode of its VPA is Off.',
  stopped: 'Somebody pressed stop for its VPA.',
  'already-patched': 'It carries this patch already.',
  'patch-withheld': 'The patch would have made it invalid.',
  'not-ready': 'The VPAs of the cluster are not known yet.',
  unreadable: 'The object under review cannot be read.',
  'not-reviewed': 'Only pods and VPAs being created, and VPAs being changed, are reviewed.',
  failed: 'Something went wrong inside Plumbline.',
} as const;

export type UnchangedReason = keyof typeof UNCHANGED_REASONS;

/** What came of a review, for counting. `observed`: a VPA controls the pod but recommends nothing yet. */
export type ReviewOutcome = 'patched' | 'observed' | 'refused' | 'accepted' | UnchangedReason;

/** What came of one review. */
export interface Reviewed {
  readonly resource: 'Pod' | 'VPA' | 'unknown';
  readonly outcome: ReviewOutcome;
  readonly verdict: AdmissionVerdict;
}
