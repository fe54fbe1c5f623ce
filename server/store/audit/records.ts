import { randomBytes } from 'node:crypto';

/** The records. Times in Unix milliseconds of the cluster clock; JSON is stored as given. */

/** Tells a record from all others before it is stored: one that is sent again, as its answer was lost, is stored once. */
interface Keyed {
  key?: string;
}

const KEY_BYTES = 12;

export function withKey<R extends Noted>(record: R): R {
  return { ...record, key: randomBytes(KEY_BYTES).toString('base64url') };
}

/** The decision about a finished pod, separate from other decisions to leave one alone. */
export const FINISHED = 'finished';

export interface DecisionRecord extends Keyed {
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

export interface ActionRecord extends Keyed {
  kind: 'action';
  atMs: number;
  namespace: string;
  vpa: string;
  pod: string;
  podUid: string;
  /** Which of the pods of the VPA it is, where they are unlike: what came of it is noted of each part by itself. */
  part?: string;
  action: string;
  outcome: string;
  detail: string;
  reasons: unknown;
  before: unknown;
  after: unknown;
  /** The trace of the pass that did it; absent if none did. */
  trace?: string;
  cameOfIt?: string;
}

/** What admission gave a new pod. */
export interface AdmissionRecord extends Keyed {
  kind: 'admission';
  atMs: number;
  namespace: string;
  vpa: string;
  /** Its name, or its generateName if the API server had not named it yet. */
  pod: string;
  /** How many pods it stands for that were alike; its time is that of the last. */
  count: number;
  /** Why it was given no more, one reason per line. */
  detail: string;
  before: unknown;
  after: unknown;
}

export interface ChangeRecord extends Keyed {
  kind: 'change';
  atMs: number;
  who: string;
  change: string;
  /** Empty for a change to the whole cluster; `name` is empty for a change to a namespace. */
  namespace: string;
  name: string;
  outcome: string;
  detail: string;
  before: unknown;
  after: unknown;
  /** The trace of the request that asked for it; absent if none did. */
  trace?: string;
}

/** A time range in which records may be missing. */
export interface GapRecord extends Keyed {
  kind: 'gap';
  sinceMs: number;
  /** The end of the range. */
  atMs: number;
  dropped: number;
  detail: string;
}

/** What came of the actions of a VPA between two times: it is noted beside each that was done. */
export interface OutcomeRecord extends Keyed {
  kind: 'outcome';
  /** The end of the time. */
  atMs: number;
  sinceMs: number;
  namespace: string;
  vpa: string;
  /** Of which part of its pods; empty for all, where they are alike. */
  part: string;
  cameOfIt: string;
}

export type AuditRecord = DecisionRecord | ActionRecord | AdmissionRecord | ChangeRecord | GapRecord;
export type AuditKind = AuditRecord['kind'];

/** All that is sent to the store. */
export type Noted = AuditRecord | OutcomeRecord;

/** The order of records with the same time. */
export const AUDIT_KINDS = [
  'change',
  'action',
  'admission',
  'decision',
  'gap',
] as const satisfies readonly AuditKind[];

/** A record as read back; its number counts within its kind and has 64 bits. */
export type Stored<T> = T & { id: bigint };
