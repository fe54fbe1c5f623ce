import type { Reason } from '../words/reasons';

/** What the pages show of the updater: plain data, times in Unix milliseconds of the cluster clock. */

export type UpdaterState =
  | { kind: 'waiting-for-caches' }
  | { kind: 'running'; lastPassMs?: number; nextPassMs?: number }
  | { kind: 'following'; leader: string };

/** Whether admission reports that it is alive; without that no pod is evicted. */
export interface LeaseView {
  kind: 'fresh' | 'stale' | 'missing' | 'not-required';
  /** When it last did, if that is too long ago. */
  renewedMs?: number;
}

/** The outcome of an attempt on the cluster. */
export const OUTCOMES = {
  done: 'Done.',
  changed: 'Left alone: the pod changed after the plan was made.',
  gone: 'The pod was already gone.',
  'budget-refused': 'A disruption budget refused it.',
  conflict: 'The pod changed at the same moment.',
  refused: 'The API server refused it.',
  forbidden: 'The service account lacks the permission.',
  unavailable: 'The API server failed, was busy or did not answer in time.',
  stopped: 'A stop came first.',
} as const;

export type Outcome = keyof typeof OUTCOMES;

export const ACTION_KINDS = ['evict', 'resize', 'unboost', 'revert'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export const CHANGE_KINDS = [
  'update-mode',
  'resource-policy',
  'edited-in-cluster',
  'stop',
  'resume',
  'revert',
  'scenario',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One row of the audit log; `id` counts within its kind. */
export type AuditEntry =
  | {
      kind: 'action';
      id: string;
      atMs: number;
      namespace: string;
      vpa: string;
      pod: string;
      action: ActionKind;
      outcome: Outcome;
      detail: string;
      reasons: Reason[];
      before: unknown;
      after: unknown;
    }
  | {
      kind: 'admission';
      id: string;
      atMs: number;
      namespace: string;
      vpa: string;
      pod: string;
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

/** Decisions about finished pods are counted up to so many. */
export const MOST_COUNTED = 1000;

/**
 * GET /api/audit?kind=action,admission,change,decision&namespace=&vpa=&what=&outcome=&q=&since=&until=&last=1h|24h|7d&finished=shown&run=earlier&order=newest|oldest&after=&limit=;
 * `what` is what was done, changed or decided, `q` the words to find, `run` which runs of the embedded cluster.
 */
export interface AuditView {
  entries: AuditEntry[];
  /** Pass it as `after` for the next page; absent on the last. */
  nextAfter?: string;
  /** Decisions about finished pods in the time of this page, left out unless asked for; up to 1,000. */
  finished: number;
  /** Whether there are records of earlier runs of the embedded cluster. */
  hasEarlier: boolean;
  store: { kind: 'available'; dropped: number } | { kind: 'away'; dropped: number; message: string };
}
