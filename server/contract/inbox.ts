import type { StopScope } from '../decide/pods/stop';
import type { Resource } from '../objects/units';
import type { UpdateMode } from '../objects/vpa-types';
import type { CauseCode } from '../words/causes';
import type { InboxCode } from '../words/inbox';
import type { NeedCode } from '../words/needs';
import type { Urgency } from '../words/urgency';
import type { Counts, ListView, ListWords } from './lists';

export const INBOX_WORDS = {
  filters: ['q', 'urgency', 'code', 'namespace', 'dismissed'],
  sorts: ['rank'],
  usual: { key: 'rank', descending: false },
} as const satisfies ListWords<string, string>;

/** What a policy form is opened with: quantities as they are written, `933Mi`. */
export interface PolicyFill {
  mode?: UpdateMode;
  /** The container of the maximums. */
  container?: string;
  maxCpu?: string;
  maxMemory?: string;
}

/** A policy form that is filled in, and the words on its button. */
export interface FilledForm {
  label: string;
  fill: PolicyFill;
}

/** What all pods of a workload would give back or take more, in millicores and bytes. */
export type Gain = { kind: 'frees' | 'costs' } & Record<Resource, number>;

/** One reason why a workload needs attention. */
export interface Need {
  code: NeedCode;
  detail: string;
  remedy: string;
  cause?: CauseCode;
  /** Opens what carries the remedy out; absent where no form of a policy does. */
  form?: FilledForm;
  /** How many of its pods wait for nothing but time to be changed; absent for none. */
  podsInTime?: number;
  /** What it is about; absent if it is about all of the pods. */
  container?: string;
  resource?: Resource;
  /** The ResourceQuota that it is about. */
  quota?: string;
  /** When it began, as the cluster or the record says. */
  sinceMs?: number;
  /** When it was last seen, as the cluster says. */
  lastMs?: number;
  /** When it was first seen, if nothing says when it began; absent if it may have been so for long by then. */
  firstSeenMs?: number;
}

/** A workload that needs attention, by the name of its VPA, with all its needs; most severe first. */
export interface NeedyWorkload {
  namespace: string;
  name: string;
  needs: Need[];
  /** When its VPA was created, if its summary is known. */
  createdMs?: number;
  /** Larger for more, if its summary is known: `dangerOf`. */
  danger?: number;
  gain?: Gain;
}

/** What a button of a line does: it acts, or it opens a form that is filled in. */
export type InboxAction = { label: string } & (
  | { do: 'edit-policy'; namespace: string; vpa: string; fill: PolicyFill }
  | { do: 'edit-hpa'; namespace: string; hpa: string }
  | { do: 'approve'; namespace?: string; vpa?: string }
  | { do: 'try-again'; namespace: string; vpa: string }
  | { do: 'apply-now'; namespace: string; vpa: string; pods: number }
  | { do: 'resume'; scope: StopScope }
);

/** What is said of an item: a workload may be capped in CPU and in memory. */
export interface SaidOfItem {
  detail: string;
  remedy: string;
  action?: InboxAction;
}

/** Nobody wants to see an item until then. */
export interface Dismissal {
  who: string;
  reason: string;
  atMs: number;
  untilMs: number;
}

/** One thing that is broken, waits for a person or could be better. */
export interface InboxItem {
  /** The same for as long as it is about the same. */
  key: string;
  urgency: Urgency;
  code: InboxCode;
  sentence: string;
  /** The object: `shop/web`, `Node worker-1`; for people. */
  about: string;
  namespace?: string;
  /** The VPA, of an item about a workload. */
  vpa?: string;
  said: SaidOfItem[];
  cause?: CauseCode;
  gain?: Gain;
  /** When it began, as the cluster or the record says. */
  sinceMs?: number;
  /** When it was first seen, if nothing says when it began. */
  firstSeenMs?: number;
  lastMs?: number;
  dismissed?: Dismissal;
  /** What else there is of the same workload, less urgent. */
  also?: InboxItem[];
}

/** One line: an item, or several of one code as one. */
export interface InboxLine {
  urgency: Urgency;
  code: InboxCode;
  /** How many items it stands for. */
  count: number;
  /** The worst of them: the item itself, or the first few. */
  items: InboxItem[];
  /** Of all of them. */
  gain?: Gain;
  action?: InboxAction;
}

/**
 * GET /api/inbox?q=&urgency=broken|waits|better&code=&namespace=&dismissed=shown&page=; what is broken first, the worst
 * of it first, all lines on one page. With `code`, each item is a line, and 50 are a page; so with `dismissed`, which asks for
 * those alone.
 */
export interface InboxView extends ListView<InboxLine> {
  /** How many items are dismissed, within reach. */
  dismissed: number;
  /** How many there are of each urgency, a workload once, and how many items of each code and namespace, given the other filters. */
  tallies: { urgency: Counts<Urgency>; code: Counts<InboxCode>; namespace: Counts };
}
