import type { DecidedContainer } from '../../decide/features/approvals/object';

/** A change of one VPA as a person saw it; amounts in millicores and bytes. */
export interface DecidedChange {
  namespace: string;
  /** The name of the VPA. */
  name: string;
  containers: DecidedContainer[];
}

/** What a person decides about one or more changes, exactly as shown. */
export interface DecisionRequest {
  decision: 'Approved' | 'Rejected';
  reason?: string;
  changes: DecidedChange[];
}

/** What came of it, per VPA. */
export type DecisionOutcome =
  /** Decided. */
  | 'done'
  /** Not decided: what was shown is no step of what is planned by now. */
  | 'moved'
  /** Not decided: nothing waits there any more. */
  | 'over'
  /** Refused, or the cluster did not answer. */
  | 'failed';

/** POST /api/approvals */
export interface DecisionsView {
  results: { namespace: string; name: string; outcome: DecisionOutcome; message?: string }[];
}

/** Changes decided about at once. */
export const MOST_DECIDED = 500;
