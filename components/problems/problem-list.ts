import { PROBLEM_WORDS, type ProblemsView } from '@/server/contract/problems';
import { NEEDS } from '@/server/words/needs';
import { PROBLEM_TABLE } from '@/server/words/problems';
import { URGENCIES } from '@/server/words/urgency';
import { labelled, namespaceChoice, withCounts } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';

export type ProblemFilter = (typeof PROBLEM_WORDS.filters)[number];
export type ProblemSort = (typeof PROBLEM_WORDS.sorts)[number];

const CHOICES = [
  ...labelled(NEEDS),
  ...Object.entries(PROBLEM_TABLE)
    .filter(([code]) => !(code in NEEDS))
    .map(([value, { sentence }]) => ({ value, label: sentence })),
];

/** What is wrong now, as a list. */
export const PROBLEM_LIST: ListDefinition<ProblemsView, ProblemFilter, ProblemSort> = {
  params: listParams<ProblemFilter, ProblemSort>(PROBLEM_WORDS),
  path: (asked) => `/api/problems?${listQuery(asked, PROBLEM_WORDS)}`,
  label: 'Filter problems',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by text', placeholder: 'Filter by object or words' },
    {
      kind: 'choice',
      name: 'urgency',
      label: 'How urgent',
      all: 'However urgent',
      choices: () => labelled(URGENCIES),
    },
    {
      kind: 'choice',
      name: 'problem',
      label: 'Problem',
      all: 'All problems',
      choices: (view) => withCounts(CHOICES, view?.tallies.problem),
      wide: true,
    },
    namespaceChoice(({ tallies }) => tallies.namespace),
  ],
  sortChoices: { seen: 'Last seen', since: 'First seen', object: 'Object' },
  noMatch: { sentence: 'No problem matches this filter.', all: 'Show all problems' },
};
