import { CLUSTER_WORDS, type ClustersView } from '@/server/contract/clusters';
import { countedNames } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';

type ClusterFilter = (typeof CLUSTER_WORDS.filters)[number];
export type ClusterSort = (typeof CLUSTER_WORDS.sorts)[number];

/** The filters of the clusters. Their columns are in `cluster-columns.tsx`. */
export const CLUSTER_LIST: ListDefinition<ClustersView, ClusterFilter, ClusterSort> = {
  params: listParams<ClusterFilter, ClusterSort>(CLUSTER_WORDS),
  path: (asked) => `/api/clusters?${listQuery(asked, CLUSTER_WORDS)}`,
  label: 'Filter clusters',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by name' },
    {
      kind: 'choice',
      name: 'label',
      label: 'Label',
      all: 'All labels',
      choices: (view) => countedNames(view?.tallies.label),
    },
  ],
  noMatch: { sentence: 'No cluster matches this filter.', all: 'Show all clusters' },
};
