import type { ActionTime } from './actions-over-time';
import type { AuditKind, AuditRecord, Noted, Stored } from './records';

/** The last record of a page in the given order: the next page begins after it. */
export interface AuditCursor {
  atMs: number;
  kind: AuditKind;
  id: bigint;
}

/** The highest number of every kind at some time: later records have higher ones. */
export type AuditMark = Readonly<Record<AuditKind, bigint>>;

export interface AuditQuery {
  kinds: readonly AuditKind[];
  namespace?: string;
  /** Only records of these namespaces; undefined for all, and for what is in none. */
  within?: readonly string[];
  /** Name of the VPA. */
  name?: string;
  /** What was done, changed or decided: `evict`, `stop`, `wait`. */
  what?: string;
  outcome?: string;
  /** Only changes of these kinds; undefined for all. */
  changes?: readonly string[];
  /** Each of these words must occur in namespace, VPA, pod, user or detail, in any case. */
  words?: readonly string[];
  sinceMs?: number;
  untilMs?: number;
  /** From which side of the mark: written later, or until then. */
  recorded?: { when: 'after' | 'by'; mark: AuditMark };
  /** Leaves out decisions about pods that had finished. */
  hidesFinished?: boolean;
  /** Leaves out what a stop or a resume did to each VPA. */
  hidesPartsOfStops?: boolean;
  order?: AuditOrder;
  after?: AuditCursor;
  limit: number;
}

export type AuditOrder = 'newest' | 'oldest';

/** Records older than these are removed; times in Unix milliseconds. */
export interface Cutoffs {
  decisionsMs: number;
  auditMs: number;
}

/** Where the audit log is kept. Every method rejects if the database cannot be reached. */
export interface AuditStore {
  /** Stores all of the records or none; an outcome is noted on the actions stored before it. */
  append(records: readonly Noted[]): Promise<void>;
  /**
   * Newest first, unless asked otherwise. Gaps pass every filter except time, since they may hide anything.
   */
  audit(query: AuditQuery): Promise<Stored<AuditRecord>[]>;
  /** When the newest actions that match were done, newest first, up to `limit`. */
  actionTimes(query: AuditQuery): Promise<ActionTime[]>;
  /** How many decisions about finished pods match, up to `most`. */
  finished(query: AuditQuery, most: number): Promise<number>;
  /** The current mark of the record. */
  mark(): Promise<AuditMark>;
  /** Removes some of what is older than the cutoffs; returns how many, 0 when nothing is left. */
  prune(cutoffs: Cutoffs): Promise<number>;
  /** Resolves if a record could be stored now; stores none. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
