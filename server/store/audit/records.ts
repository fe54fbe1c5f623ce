/** What is kept of the past. Times in Unix milliseconds of the cluster clock; what is JSON here is kept as it is given. */

export interface DecisionRecord {
  kind: 'decision';
  atMs: number;
  namespace: string;
  vpa: string;
  pod: string;
  podUid: string;
  decision: string;
  reasons: unknown;
  notBeforeMs?: number;
}

export interface ActionRecord {
  kind: 'action';
  atMs: number;
  namespace: string;
  vpa: string;
  pod: string;
  podUid: string;
  action: string;
  outcome: string;
  detail: string;
  reasons: unknown;
  before: unknown;
  after: unknown;
}

/** What admission gave a new pod. */
export interface AdmissionRecord {
  kind: 'admission';
  atMs: number;
  namespace: string;
  vpa: string;
  /** Its name, or the beginning of it when the API server had yet to make one up. */
  pod: string;
  /** Why it was given no more, one reason a line. */
  detail: string;
  before: unknown;
  after: unknown;
}

export interface ChangeRecord {
  kind: 'change';
  atMs: number;
  who: string;
  change: string;
  /** Empty for a change to the whole cluster; `name` is empty for one to a namespace. */
  namespace: string;
  name: string;
  outcome: string;
  detail: string;
  before: unknown;
  after: unknown;
}

/** A stretch of which records may be missing. */
export interface GapRecord {
  kind: 'gap';
  sinceMs: number;
  /** Where it ends. */
  atMs: number;
  dropped: number;
  detail: string;
}

export type AuditRecord = DecisionRecord | ActionRecord | AdmissionRecord | ChangeRecord | GapRecord;
export type AuditKind = AuditRecord['kind'];

/** Records of one moment stand in this order. */
export const AUDIT_KINDS = [
  'change',
  'action',
  'admission',
  'decision',
  'gap',
] as const satisfies readonly AuditKind[];

/** A record as read back; its number counts within its kind and has 64 bits. */
export type Stored<T> = T & { id: bigint };
