import { HPA_WORDS, type HpasView } from '@/server/contract/hpas';
import { labelled, namespaceChoice, withCounts } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { CLAIM_LABELS, HELD_LABELS, HPA_STATE_LABELS } from './hpa-words';

type HpaFilter = (typeof HPA_WORDS.filters)[number];
export type HpaSort = (typeof HPA_WORDS.sorts)[number];

/** The filters of the HPAs. Their columns are in `hpa-columns.tsx`. */
export const HPA_LIST: ListDefinition<HpasView, HpaFilter, HpaSort> = {
  params: listParams<HpaFilter, HpaSort>(HPA_WORDS),
  path: (asked) => `/api/hpas?${listQuery(asked, HPA_WORDS)}`,
  label: 'Filter HPAs',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by HPA, target or metric' },
    namespaceChoice(({ tallies }) => tallies.namespace),
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      all: 'All states',
      choices: (view) => withCounts(labelled(HPA_STATE_LABELS), view?.tallies.state),
    },
    {
      kind: 'choice',
      name: 'held',
      label: 'What limits',
      all: 'Limited by anything',
      choices: (view) => withCounts(labelled(HELD_LABELS), view?.tallies.held),
    },
    {
      kind: 'choice',
      name: 'claim',
      label: 'Who scales',
      all: 'Scaled by anyone',
      wide: true,
      choices: (view) => withCounts(labelled(CLAIM_LABELS), view?.tallies.claim),
    },
    {
      kind: 'switch',
      name: 'differs',
      value: 'true',
      label: (view) =>
        `Controller differs${view?.tallies.differs.true ? ` (${view.tallies.differs.true})` : ''}`,
      isOffered: (view) => Boolean(view?.tallies.differs.true),
    },
  ],
  noMatch: { sentence: 'No HPA matches this filter.', all: 'Show all HPAs' },
};
