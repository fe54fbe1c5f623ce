import type { InboxItem } from '../../contract/inbox';
import { INBOX_SENTENCES, type InboxCode } from '../../words/inbox';
import { compareTexts } from '../../words/natural-order';
import { NEEDS } from '../../words/needs';
import { PROBLEM_TABLE, type ProblemCode } from '../../words/problems';
import { URGENCY_ORDER } from '../../words/urgency';

/** Problems of the whole cluster come before those of single objects, in this order. */
export const CLUSTER_WIDE = [
  'kubeconfig-missing',
  'kubeconfig-malformed',
  'cluster-unreachable',
  'credentials-refused',
  'crds-not-installed',
  'metrics-not-installed',
  'metrics-unavailable',
  'access-forbidden',
  'unforeseen-error',
  'pass-overdue',
  'loop-failed',
] as const satisfies readonly ProblemCode[];

/** Most severe first, where nothing else tells items apart. */
const CODES: readonly string[] = [
  ...new Set([
    ...CLUSTER_WIDE,
    ...Object.keys(PROBLEM_TABLE).filter((code) => !Object.hasOwn(NEEDS, code)),
    ...Object.keys(NEEDS),
    ...Object.keys(INBOX_SENTENCES),
  ]),
];
const ORDER_OF_CODES = new Map(CODES.map((code, index) => [code, index]));

/** What a person alone may raise. */
const CAPS: ReadonlySet<InboxCode> = new Set<InboxCode>([
  'capped',
  'exceeds-quota',
  'exceeds-limit-range',
  'exceeds-largest-node',
  'budget-never-allows',
  'several-budgets',
]);

/** An item with what places it in the list. */
export interface RankedItem {
  readonly item: InboxItem;
  /** Whether something more urgent is shown of the same workload. */
  readonly isBeside?: true;
  /** Whether it is about Plumbline itself rather than about a workload. */
  readonly isOwn: boolean;
  /** `dangerOf` the workload; 0 where it is not known. */
  readonly danger: number;
  /** What it would free or cost, in cores. */
  readonly size: number;
  /** The object, so that names sort as people count. */
  readonly objectKey: string;
}

/**
 * The order of the inbox: what is broken, what waits for a person, what could be better. Of what is broken first what
 * of Plumbline stands still, then the workloads in most danger; of what waits first approvals, then conflicts, caps and
 * stops, each the most dangerous and then the oldest first; of what could be better first what was undone,
 * then the largest.
 */
export function compareRanked(a: RankedItem, b: RankedItem): number {
  return (
    URGENCY_ORDER.indexOf(a.item.urgency) - URGENCY_ORDER.indexOf(b.item.urgency) ||
    withinUrgency(a, b) ||
    placeOfCode(a) - placeOfCode(b) ||
    compareTexts(a.objectKey, b.objectKey) ||
    compareTexts(a.item.key, b.item.key)
  );
}

function withinUrgency(a: RankedItem, b: RankedItem): number {
  switch (a.item.urgency) {
    case 'broken':
      return Number(b.isOwn) - Number(a.isOwn) || b.danger - a.danger;
    case 'waits':
      return turnOf(a) - turnOf(b) || b.danger - a.danger || ageOrder(a, b);
    case 'better':
      return Number(b.item.code === 'undone') - Number(a.item.code === 'undone') || b.size - a.size;
  }
}

/** Approvals, conflicts, caps, stops. */
function turnOf({ item: { code } }: RankedItem): number {
  if (code === 'approval-due') return 0;
  if (code === 'stopped-long') return 3;
  return CAPS.has(code) ? 2 : 1;
}

/** The older first; those of unknown age last. */
function ageOrder(a: RankedItem, b: RankedItem): number {
  const [one, other] = [beganMs(a), beganMs(b)];
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return one - other;
}

function beganMs({ item: { sinceMs, firstSeenMs } }: RankedItem): number | undefined {
  return sinceMs ?? firstSeenMs;
}

function placeOfCode({ item: { code } }: RankedItem): number {
  return ORDER_OF_CODES.get(code) ?? CODES.length;
}
