import type { UnchangedReason } from '../../words/admission';
import type { CompiledVpa } from '../pods/compiled-vpa';

import type { AdmissionVerdict } from './review-types';

/** The outcome of a review, for counting. `observed`: a VPA controls the pod but recommends nothing yet. */
export type ReviewOutcome = 'patched' | 'observed' | 'refused' | 'accepted' | UnchangedReason;

/** The result of one review. */
export interface Reviewed {
  readonly resource: 'Pod' | 'VPA' | 'unknown';
  readonly outcome: ReviewOutcome;
  readonly verdict: AdmissionVerdict;
  /** The VPA that controls the pod, if one does. */
  readonly vpa?: CompiledVpa;
  /** Why a patch was withheld, or what of an object cannot be read. */
  readonly detail?: string;
}
