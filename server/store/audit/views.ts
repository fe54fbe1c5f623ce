import type { CameOfIt } from '../../words/outcomes';
import type { Reason } from '../../words/reasons';
import type { ActionKind, ChangeKind, Outcome } from '../../words/records';
import type { ActionsOverTime } from './actions-over-time';
import type { ActionRecord, AdmissionRecord, ChangeRecord, DecisionRecord } from './records';

export type { ActionsOverTime };

/** What the pages show of the record: plain data, times in Unix milliseconds of the cluster clock. */

/** A record as it is shown, with what is known to be in it. */
type Shown<Kept, Known = unknown> = Omit<Kept, 'key' | 'podUid' | keyof Known> & Known & { id: string };

/** One row of the audit log; `id` counts within its kind. */
export type AuditEntry =
  | Shown<ActionRecord, { action: ActionKind; outcome: Outcome; reasons: Reason[]; cameOfIt?: CameOfIt }>
  | Shown<AdmissionRecord>
  | Shown<ChangeRecord, { change: ChangeKind; outcome: Extract<Outcome, 'done' | 'refused' | 'unavailable'> }>
  | Shown<DecisionRecord, { reasons: Reason[] }>
  /** Records may be missing from `sinceMs` to `atMs`; so many are known to. */
  | { kind: 'gap'; id: string; sinceMs: number; atMs: number; dropped: number; detail: string };

/** Decisions about finished pods are counted up to this many. */
export const MOST_COUNTED = 1000;

/**
 * GET /api/audit?kind=action,admission,change,decision&namespace=&vpa=&what=&outcome=&q=&since=&until=&last=1h|24h|7d&finished=shown&run=earlier&order=newest|oldest&after=&limit=;
 * `what` is what was done, changed or decided, `q` the words to find, `run` which runs of the embedded cluster.
 */
export interface AuditView {
  entries: AuditEntry[];
  /** Pass it as `after` for the next page; absent on the last. */
  nextAfter?: string;
  /** Decisions about finished pods in the time of this page, left out by default; up to 1,000. */
  finished: number;
  /** Whether there are records of earlier runs of the embedded cluster. */
  hasEarlier: boolean;
  /** What was done over the time asked for, with the first page, if actions are asked for and there are any. */
  actions?: ActionsOverTime;
  store: { kind: 'available'; dropped: number } | { kind: 'away'; dropped: number; message: string };
}
