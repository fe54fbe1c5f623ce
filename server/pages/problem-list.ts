import type { VisibleNamespaces } from '../access';
import type { Need, NeedyWorkload, ProblemsView } from '../contract/problems';
import type { StatusAnswer } from '../contract/status';
import { namespaceOfProblem, type Problem } from '../problems';
import { inSlices, type Sliced } from '../slices';
import { sorting } from '../sorting';
import { compareTexts, naturalKey } from '../words/natural-order';
import { NEEDS } from '../words/needs';
import { PROBLEM_TABLE, type ProblemCode } from '../words/problems';
import {
  URGENCIES,
  URGENCY_ORDER,
  type Urgency,
  type UrgencyCounts,
  urgencyOfNeeds,
  urgencyOfProblem,
} from '../words/urgency';
import { ByReach } from './by-reach';
import { countBy, hasWords, isValue, type ListSpec, type Tallies } from './list';
import type { KnownValues } from './list-query';
import { needGravity } from './needs/needs-of';
import type { Wrong } from './needs/needy-workloads';
import { Sheet } from './sheet';
import { shareOfDanger } from './workloads/danger';

/** Problems of the whole cluster come before those of single objects, in this order. */
const CLUSTER_WIDE: readonly ProblemCode[] = [
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
];
const CODES = [...new Set<ProblemCode>([...CLUSTER_WIDE, ...(Object.keys(PROBLEM_TABLE) as ProblemCode[])])];
const RANKS_OF_ONE = 2 * (CODES.length + Object.keys(NEEDS).length);
const RANKS = new Map(CODES.map((code, index) => [code, index]));

/** Problems that prevent a first pass, most severe first; of each kind one, with the message of every object. */
export function blockingOf(problems: readonly Problem[]): StatusAnswer['blocking'] {
  const blocking = [...CLUSTER_WIDE, 'role-not-started'] as const;
  return blocking.flatMap((code) => {
    const found = problems.filter((problem) => problem.code === code);
    const [first] = found;
    if (!first) return [];
    const message = found.map((problem) => problem.message).join('\n');
    return { code, sentence: PROBLEM_TABLE[code].sentence, message, remedy: first.remedy };
  });
}

export const KNOWN_OF_PROBLEMS: KnownValues = {
  urgency: (value) => Object.hasOwn(URGENCIES, value),
  problem: (value) => Object.hasOwn(PROBLEM_TABLE, value) || Object.hasOwn(NEEDS, value),
};

/** What is wrong at one revision. */
export interface WrongNow extends Wrong {
  readonly revision: string;
  /** How much of it is within reach. */
  readonly within: ByReach<ProblemsView['parts']>;
}

export function wrongAt(revision: string, wrong: Wrong): WrongNow {
  return { ...wrong, revision, within: new ByReach((reach) => inSlices(counting(wrong, reach))) };
}

function* counting({ own, workloads }: Wrong, reach: VisibleNamespaces): Sliced<ProblemsView['parts']> {
  const counts = noParts();
  for (const problem of own)
    if (reach.covers(namespaceOfProblem(problem))) counts[urgencyOfProblem(problem.code)].own++;
  for (const { namespace, needs } of workloads.values()) {
    if (reach.covers(namespace)) counts[urgencyOfNeeds(needs)].workloads++;
    yield;
  }
  return counts;
}

/** The three counts; `awaiting`: changes that wait for approval. */
export function urgencyCounts(parts: ProblemsView['parts'], awaiting: number): UrgencyCounts {
  const sum = ({ own, workloads }: { own: number; workloads: number }) => own + workloads;
  return { broken: sum(parts.broken), waits: sum(parts.waits) + awaiting, better: sum(parts.better) };
}

function noParts(): ProblemsView['parts'] {
  const none = () => ({ own: 0, workloads: 0 });
  return { broken: none(), waits: none(), better: none() };
}

/** A problem of Plumbline, or a workload with its needs; each need is a part. */
export interface ListedProblem {
  readonly row: { readonly own: Problem } | { readonly workload: NeedyWorkload };
  readonly parts: readonly ListedPart[];
  readonly namespace: string | undefined;
  readonly urgency: Urgency;
  readonly rank: number;
  readonly objectKey: string;
}

interface ListedPart {
  readonly code: string;
  readonly text: string;
  readonly sinceMs: number;
  readonly seenMs: number;
  readonly need?: Need;
}

function listedProblem(problem: Problem): ListedProblem {
  const { code, about, message, remedy } = problem;
  const text = `${PROBLEM_TABLE[code].sentence} ${about} ${message} ${remedy}`.toLowerCase();
  return {
    row: { own: problem },
    parts: [{ code, text, sinceMs: problem.firstSeenMs, seenMs: problem.lastSeenMs }],
    namespace: namespaceOfProblem(problem),
    urgency: urgencyOfProblem(code),
    rank: rankOf(urgencyOfProblem(code), RANKS.get(code) ?? CODES.length),
    objectKey: naturalKey(about),
  };
}

/** What is more urgent comes first. */
function rankOf(urgency: Urgency, within: number): number {
  return URGENCY_ORDER.indexOf(urgency) * RANKS_OF_ONE + within;
}

/** Equally urgent problems of Plumbline come first; the most severe need places a workload, then its danger. */
function listedNeedy(workload: NeedyWorkload, nowMs: number): ListedProblem {
  const { namespace, name, needs, danger = 0 } = workload;
  const urgency = urgencyOfNeeds(needs);
  const gravest = Math.min(...needs.map(({ code }) => needGravity(code)));
  return {
    row: { workload },
    parts: needs.map((need) => ({
      code: need.code,
      text: `${namespace}/${name} ${NEEDS[need.code]} ${need.detail} ${need.remedy}`.toLowerCase(),
      sinceMs: need.sinceMs ?? need.firstSeenMs ?? nowMs,
      seenMs: nowMs,
      need,
    })),
    namespace,
    urgency,
    rank: rankOf(urgency, CODES.length + 1 + gravest) - shareOfDanger(danger),
    objectKey: naturalKey(`${namespace}/${name}`),
  };
}

/** All problems, sorted by what they are about. */
export function* listedProblems(
  { own, workloads }: Wrong,
  nowMs: number,
  former?: Sheet<ListedProblem>,
): Sliced<Sheet<ListedProblem>> {
  const rows = own.map(listedProblem);
  for (const workload of workloads.values()) {
    rows.push(listedNeedy(workload, nowMs));
    yield;
  }
  return new Sheet(yield* sorting(rows, compareListed), former);
}

function compareListed(a: ListedProblem, b: ListedProblem): number {
  return compareTexts(a.objectKey, b.objectKey);
}

/** The list of problems: those of one kind are together, whatever the sort. */
export const PROBLEM_LIST_SPEC = {
  pageSize: 50,
  parts: ({ parts }: ListedProblem) => parts,
  namespaceOf: (_: ListedPart, { namespace }: ListedProblem) => namespace,
  rank: ({ rank }) => rank,
  filters: {
    q: hasWords<ListedProblem, ListedPart>(({ text }) => text),
    problem: isValue<ListedProblem, ListedPart>(({ code }) => code),
    urgency: isValue<ListedProblem, ListedPart>((_, { urgency }) => urgency),
    namespace: isValue<ListedProblem, ListedPart>((_, { namespace }) => namespace),
  },
  tallies: {
    problem: countBy<ListedProblem, ListedPart>(({ code }) => code),
    namespace: countBy<ListedProblem, ListedPart>((_, { namespace }) => namespace),
  },
  sorts: {
    seen: (_, parts) => Math.max(...parts.map(({ seenMs }) => seenMs)),
    since: (_, parts) => Math.min(...parts.map(({ sinceMs }) => sinceMs)),
    object: ({ objectKey }) => objectKey,
  },
} satisfies ListSpec<ListedProblem, ListedPart, Tallies<ListedProblem, ListedPart>>;
