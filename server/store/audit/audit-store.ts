import type { AuditKind, AuditRecord, Stored } from './records';

/** The last record of a page in the order asked for: where the next page begins. */
export interface AuditCursor {
  atMs: number;
  kind: AuditKind;
  id: bigint;
}

export interface AuditQuery {
  kinds: readonly AuditKind[];
  namespace?: string;
  /** Name of the VPA. */
  name?: string;
  /** What was done, changed or decided, as each kind calls it: `evict`, `stop`, `wait`. */
  what?: string;
  outcome?: string;
  /** Each of these words must occur in namespace, VPA, pod, person or detail, whatever its case. */
  words?: readonly string[];
  sinceMs?: number;
  untilMs?: number;
  order?: AuditOrder;
  after?: AuditCursor;
  limit: number;
}

export type AuditOrder = 'newest' | 'oldest';

/** Records older than these go; times in Unix milliseconds. */
export interface Cutoffs {
  decisionsMs: number;
  auditMs: number;
}

/** Where the audit log is kept. Every method rejects when the database cannot be reached. */
export interface AuditStore {
  /** Keeps all of the records or none. */
  append(records: readonly AuditRecord[]): Promise<void>;
  /** Newest first, unless asked otherwise. Gaps pass every filter but that of time, since they may hide anything. */
  audit(query: AuditQuery): Promise<Stored<AuditRecord>[]>;
  /** Removes some of what is older than the cutoffs; answers how many, 0 when nothing is left to remove. */
  prune(cutoffs: Cutoffs): Promise<number>;
  /** Resolves when a record could be kept now; keeps none. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
