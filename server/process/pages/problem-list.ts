import type { Problem } from '../../problems';
import { naturalKey } from '../../words/natural-order';
import { PROBLEM_TABLE, type ProblemCode } from '../../words/problems';
import { countsOf, isValue, type ListSpec, type Tallies } from './list';
import type { KnownValues } from './list-query';
import { wordsMatch } from './words-match';

/** Problems that a whole cluster suffers from come before those of single objects, in this order. */
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
  'loop-failed',
];
const CODES = [...new Set<ProblemCode>([...CLUSTER_WIDE, ...(Object.keys(PROBLEM_TABLE) as ProblemCode[])])];
const RANKS = new Map(CODES.map((code, index) => [code, index]));

/** The namespace of what a problem is about: `Pod shop/web-1`; undefined for what has none. */
function namespaceOf({ about }: Problem): string | undefined {
  return /^\S+ ([^/\s]+)\/[^/\s]+/.exec(about)?.[1];
}

export const KNOWN_OF_PROBLEMS: KnownValues = { problem: (value) => Object.hasOwn(PROBLEM_TABLE, value) };

/** The list of problems: those of one kind stand together, whatever they are sorted by. */
export const PROBLEM_LIST = {
  pageSize: 50,
  parts: (problem: Problem) => [problem],
  rank: ({ code }) => RANKS.get(code) ?? CODES.length,
  filters: {
    q: (words) => {
      const matches = wordsMatch(words);
      return (problem) => {
        const { code, about, message, remedy } = problem;
        const text = `${PROBLEM_TABLE[code].sentence} ${about} ${message} ${remedy}`;
        return matches(text.toLowerCase()) ? problem : undefined;
      };
    },
    problem: isValue(({ code }) => code),
    namespace: isValue(namespaceOf),
  },
  tallies: {
    problem: countsOf<Problem, Problem>(({ code }) => code),
    namespace: countsOf<Problem, Problem>(namespaceOf),
  },
  sorts: {
    seen: ({ lastSeenMs }) => lastSeenMs,
    since: ({ firstSeenMs }) => firstSeenMs,
    object: ({ about }) => naturalKey(about),
  },
} satisfies ListSpec<Problem, Problem, Tallies<Problem, Problem>>;
