import { REPLAY_STATES, REPLAY_WORDS, type ReplaysView } from '@/server/contract/replays';
import { namespaceChoice, withCounts } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { STATE_WORDS } from './replay-words';

type ReplayFilter = (typeof REPLAY_WORDS.filters)[number];
export type ReplaySort = (typeof REPLAY_WORDS.sorts)[number];

/** The kept replays. Their columns are in `replay-columns.tsx`. */
export const REPLAY_LIST: ListDefinition<ReplaysView, ReplayFilter, ReplaySort> = {
  params: listParams<ReplayFilter, ReplaySort>(REPLAY_WORDS),
  path: (asked) => `/api/replays?${listQuery(asked, REPLAY_WORDS)}`,
  label: 'Filter replays',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by text', placeholder: 'Filter by workload, variant or user' },
    namespaceChoice(({ tallies }) => tallies.namespace),
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      all: 'All states',
      choices: (view) =>
        withCounts(
          REPLAY_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
          view?.tallies.state,
        ),
    },
  ],
  noMatch: { sentence: 'No replay matches this filter.', all: 'Show all replays' },
};
