import type { Resource } from '../model/units';
import type { Problem } from '../problems';
import type { NeedCode } from '../words/needs';
import type { Urgency } from '../words/urgency';
import type { Counts, ListView, ListWords } from './lists';

export type { Problem } from '../problems';

export const PROBLEM_WORDS = {
  filters: ['q', 'urgency', 'problem', 'namespace'],
  sorts: ['seen', 'since', 'object'],
  usual: { key: 'seen', descending: true },
} as const satisfies ListWords<string, string>;

/** One reason why a workload needs attention. */
export interface Need {
  code: NeedCode;
  detail: string;
  remedy: string;
  /** What it is about; absent if it is about all of the pods. */
  container?: string;
  resource?: Resource;
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
  /** Larger for more, if its summary is known: `dangerOf`. */
  danger?: number;
}

/** What is wrong with Plumbline itself, or with a workload. */
type ProblemRow = { own: Problem } | { workload: NeedyWorkload; urgency: Urgency };

/**
 * GET /api/problems?q=&urgency=broken|waits|better&problem=&namespace=&sort=&order=&page=; the most urgent first,
 * problems of one kind together, those of Plumbline itself before workloads.
 */
export interface ProblemsView extends ListView<ProblemRow> {
  tallies: { problem: Counts; namespace: Counts };
  /** How many there are of each urgency, of Plumbline itself and of workloads, whatever the filter. */
  parts: Record<Urgency, { own: number; workloads: number }>;
  /** Changes that wait for approval, which are a list of their own; they count as waiting. */
  awaiting: number;
}
