import { NAMESPACE_WORDS, type NamespaceListView } from '@/server/contract/overview';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';

type NamespaceFilter = (typeof NAMESPACE_WORDS.filters)[number];
export type NamespaceSort = (typeof NAMESPACE_WORDS.sorts)[number];

/** The filters of the namespaces. Their columns are in `namespace-columns.tsx`. */
export const NAMESPACE_LIST: ListDefinition<NamespaceListView, NamespaceFilter, NamespaceSort> = {
  params: listParams<NamespaceFilter, NamespaceSort>(NAMESPACE_WORDS),
  path: (asked) => `/api/namespace-sums?${listQuery(asked, NAMESPACE_WORDS)}`,
  label: 'Filter namespaces',
  controls: [{ kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by name' }],
  noMatch: { sentence: 'No namespace matches this filter.', all: 'Show all namespaces' },
};
