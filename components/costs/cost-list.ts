import { COST_WORDS, type CostsView, WITHOUT_POLICY } from '@/server/contract/costs';
import { countedNames } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';

type CostFilter = (typeof COST_WORDS.filters)[number];
export type CostSort = (typeof COST_WORDS.sorts)[number];

/** The filters of the costs. Their columns are in `cost-columns.tsx`. */
export const COST_LIST: ListDefinition<CostsView, CostFilter, CostSort> = {
  params: listParams<CostFilter, CostSort>(COST_WORDS),
  path: (asked) => `/api/costs?${listQuery(asked, COST_WORDS)}`,
  label: 'Filter costs',
  controls: [
    {
      kind: 'words',
      name: 'q',
      label: 'Filter by name',
      placeholder: 'Filter by workload, target or rule',
    },
    {
      kind: 'one',
      name: 'by',
      label: 'Each row is',
      choices: () => [
        { value: '', label: 'Workloads' },
        { value: 'namespace', label: 'Namespaces' },
        { value: 'policy', label: 'Rules' },
      ],
      clears: [],
    },
    { kind: 'namespace', name: 'namespace' },
    {
      kind: 'choice',
      name: 'policy',
      label: 'Rule',
      all: 'All rules',
      choices: (view) =>
        countedNames(view?.tallies.policy, (value) => (value === WITHOUT_POLICY ? 'No rule' : value)),
    },
    {
      kind: 'choice',
      name: 'mode',
      label: 'Update mode',
      all: 'All modes',
      choices: (view) => countedNames(view?.tallies.mode),
    },
  ],
  noMatch: { sentence: 'No workload matches this filter.', all: 'Show all workloads' },
};

/** The file with every row of the same filter and sort. */
export function csvHref(asked: Parameters<typeof COST_LIST.path>[0]): string {
  return `/api/costs.csv?${listQuery({ ...asked, page: 1 }, COST_WORDS)}`;
}
