import { NAMESPACE_WORDS, type NamespaceListView } from '@/server/contract/overview';
import { countedNames, stateChoice, withCounts } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { MODES } from '../workloads/mode-words';
import { STANDING_WORDS } from '../workloads/workload-words';

type NamespaceFilter = (typeof NAMESPACE_WORDS.filters)[number];
export type NamespaceSort = (typeof NAMESPACE_WORDS.sorts)[number];

/** The filters of the namespaces. Their columns are in `namespace-columns.tsx`. */
export const NAMESPACE_LIST: ListDefinition<NamespaceListView, NamespaceFilter, NamespaceSort> = {
  params: listParams<NamespaceFilter, NamespaceSort>(NAMESPACE_WORDS),
  path: (asked) => `/api/namespace-sums?${listQuery(asked, NAMESPACE_WORDS)}`,
  label: 'Filter namespaces',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by name' },
    {
      kind: 'choice',
      name: 'mode',
      label: 'Has VPAs in update mode',
      all: 'All modes',
      choices: (view) =>
        withCounts(
          MODES.map((mode) => ({ value: mode, label: mode })),
          view?.tallies.mode,
        ),
    },
    {
      kind: 'choice',
      name: 'policy',
      label: 'Has VPAs of rule',
      all: 'All rules',
      isOffered: (view) => Object.keys(view?.tallies.policy ?? {}).length > 0,
      choices: (view) => countedNames(view?.tallies.policy),
    },
    stateChoice(STANDING_WORDS, ({ tallies }) => tallies.state, 'Has VPAs in state'),
  ],
  noMatch: { sentence: 'No namespace matches this filter.', all: 'Show all namespaces' },
};
