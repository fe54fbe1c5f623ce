import type { CameOfIt } from '../../words/outcomes';
import type { Reason } from '../../words/reasons';
import type { ActionKind, ChangeKind, Outcome } from '../../words/records';
import type { ActionsOverTime } from './actions-over-time';

export type { ActionsOverTime };

/** What the pages show of the record: plain data, times in Unix milliseconds of the cluster clock. */

/** One row of the audit log; `id` counts within its kind. */
export type AuditEntry =
  | {
      kind: 'action';
      id: string;
      atMs: number;
      namespace: string;
      vpa: string;
      pod: string;
      /** Which of the pods of the VPA it is, where they are unlike; see `partText`. */
      part?: string;
      action: ActionKind;
      outcome: Outcome;
      detail: string;
      reasons: Reason[];
      before: unknown;
      after: unknown;
      /** The trace of the pass that did it. */
      trace?: string;
      /** What came of it, once something is known. */
      cameOfIt?: CameOfIt;
    }
  | {
      kind: 'admission';
      id: string;
      atMs: number;
      namespace: string;
      vpa: string;
      pod: string;
      /** How many pods it stands for that were alike. */
      count: number;
      detail: string;
      before: unknown;
      after: unknown;
    }
  | {
      kind: 'change';
      id: string;
      atMs: number;
      who: string;
      change: ChangeKind;
      /** Empty for a change to the whole cluster. */
      namespace: string;
      name: string;
      outcome: Extract<Outcome, 'done' | 'refused' | 'unavailable'>;
      detail: string;
      before: unknown;
      after: unknown;
      /** The trace of the request that asked for it. */
      trace?: string;
    }
  | {
      kind: 'decision';
      id: string;
      atMs: number;
      namespace: string;
      vpa: string;
      pod: string;
      decision: string;
      reasons: Reason[];
      notBeforeMs?: number;
    }
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
