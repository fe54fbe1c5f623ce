import type { AuditKind, AuditRecord, RecommendationRecord, Stored, StoreRecord } from './records';

/** Just before this record in the order of {@link compareAudit}: where the next page begins. */
export interface AuditCursor {
  atMs: number;
  kind: AuditKind;
  id: number;
}

export interface AuditQuery {
  kinds: readonly AuditKind[];
  namespace?: string;
  /** Name of the VPA. */
  name?: string;
  sinceMs?: number;
  untilMs?: number;
  before?: AuditCursor;
  limit: number;
}

export interface RecommendationQuery {
  namespace: string;
  vpa: string;
  sinceMs?: number;
  untilMs?: number;
  limit: number;
}

/** Records older than these go; times in Unix milliseconds. */
export interface Cutoffs {
  decisionsMs: number;
  auditMs: number;
  recommendationsMs: number;
}

/** Where the past is kept. Every method rejects when the database cannot be reached. */
export interface Store {
  /** Keeps all of the records or none. */
  append(records: readonly StoreRecord[]): Promise<void>;
  /** Newest first. Gaps belong to every namespace. */
  audit(query: AuditQuery): Promise<Stored<AuditRecord>[]>;
  /** Newest first. */
  recommendations(query: RecommendationQuery): Promise<Stored<RecommendationRecord>[]>;
  /** Removes some of what is older than the cutoffs; answers how many, 0 when nothing is left to remove. */
  prune(cutoffs: Cutoffs): Promise<number>;
  close(): Promise<void>;
}
