import type { Problem } from '@/server/problems';
import { PROBLEM_TABLE } from '@/server/words/problems';
import { listParams } from '../lists/list-params';
import { wordsMatch } from '../lists/words-match';

const FILTERS = ['q', 'problem', 'namespace'] as const;
export type ProblemFilter = Record<(typeof FILTERS)[number], string>;

export const PROBLEM_SORTS = { seen: 'Last seen', since: 'First seen', object: 'Object' } as const;
export type ProblemSort = keyof typeof PROBLEM_SORTS;

/** The words of the problems in the address bar. */
export const PROBLEM_LIST = listParams({
  filters: FILTERS,
  sorts: Object.keys(PROBLEM_SORTS) as ProblemSort[],
  usual: { key: 'seen', descending: true },
});

/** The namespace of what a problem is about: `Pod shop/web-1`; undefined for what has none. */
export function namespaceOf({ about }: Pick<Problem, 'about'>): string | undefined {
  return /^\S+ ([^/\s]+)\/[^/\s]+/.exec(about)?.[1];
}

export function filterProblems(problems: readonly Problem[], filter: ProblemFilter): Problem[] {
  const matches = wordsMatch(filter.q);
  return problems.filter(
    (problem) =>
      (!filter.problem || problem.code === filter.problem) &&
      (!filter.namespace || namespaceOf(problem) === filter.namespace) &&
      matches(
        `${PROBLEM_TABLE[problem.code].sentence} ${problem.about} ${problem.message} ${problem.remedy}`,
      ),
  );
}

const RANKS: Record<ProblemSort, (a: Problem, b: Problem) => number> = {
  seen: (a, b) => a.lastSeenMs - b.lastSeenMs,
  since: (a, b) => a.firstSeenMs - b.firstSeenMs,
  object: (a, b) => a.about.localeCompare(b.about, 'en', { numeric: true }),
};

export function sortProblems(
  problems: readonly Problem[],
  { key, descending }: { key: ProblemSort; descending: boolean },
): Problem[] {
  const turn = descending ? -1 : 1;
  return [...problems].sort((a, b) => turn * RANKS[key](a, b) || a.about.localeCompare(b.about));
}
