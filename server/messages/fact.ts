import type { InboxCode } from '../words/inbox';
import type { NewsCode } from '../words/messages';

/** Something people may be told, as one of its sources sees it now. */
export interface Fact {
  readonly code: NewsCode;
  /** The same for the same thing seen by another process or after a restart. */
  readonly key: string;
  /** The object: `VerticalPodAutoscaler shop/web`. */
  readonly about: string;
  /** What is to be said of it beyond the sentence; may be empty. */
  readonly detail: string;
  /** Since when, or when; Unix milliseconds of the cluster clock. */
  readonly atMs: number;
  /** The page that shows it. */
  readonly path: string;
  /** The line of the inbox that it is. */
  readonly problem?: InboxCode;
  readonly remedy?: string;
  /** Where the object is; absent for what is in no namespace. */
  readonly namespace?: string;
}

/** The page of a workload. */
export function workloadPath(namespace: string, name: string): string {
  return `/workloads/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

/** What the sources see now: what lasts is told once and again when it is over, if that has a code. */
export interface Seen {
  readonly lasting: readonly Fact[];
  readonly once: readonly Fact[];
}

/** What is told when something that lasted is over; nothing for the others. */
export const OVER: Partial<Record<NewsCode, NewsCode>> = {
  'problem-appeared': 'problem-cleared',
  'not-working': 'works-again',
};
