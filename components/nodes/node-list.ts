import { NODE_WORDS, type NodesView } from '@/server/contract/nodes';
import { stateChoice } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { NODE_STATE_LABELS } from './node-words';

type NodeFilter = (typeof NODE_WORDS.filters)[number];
export type NodeSort = (typeof NODE_WORDS.sorts)[number];

/** The filters of the nodes. Their columns are in `node-columns.tsx`. */
export const NODE_LIST: ListDefinition<NodesView, NodeFilter, NodeSort> = {
  params: listParams<NodeFilter, NodeSort>(NODE_WORDS),
  path: (asked) => `/api/nodes?${listQuery(asked, NODE_WORDS)}`,
  label: 'Filter nodes',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by name' },
    stateChoice(NODE_STATE_LABELS, ({ tallies }) => tallies.state),
  ],
  noMatch: { sentence: 'No node matches this filter.', all: 'Show all nodes' },
};
