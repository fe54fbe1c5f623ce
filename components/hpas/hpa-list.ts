import { HPA_WORDS, type HpasView } from '@/server/process/pages/views';
import type { HeldBy } from '@/server/scaler/history';
import type { HpaRow, HpaState } from '@/server/scaler/views';
import type { FilterChoice, ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { withCounts } from '../lists/with-counts';
import { CLAIM_LABELS, HELD_LABELS, STATE_LABELS } from './hpa-words';

type HpaFilter = (typeof HPA_WORDS.filters)[number];
export type HpaSort = (typeof HPA_WORDS.sorts)[number];

/** The filters of the HPAs. Their columns are in `hpa-columns.tsx`. */
export const HPA_LIST: ListDefinition<HpasView, HpaFilter, HpaSort> = {
  params: listParams<HpaFilter, HpaSort>(HPA_WORDS),
  path: (asked) => `/api/hpas?${listQuery(asked, HPA_WORDS)}`,
  label: 'Filter HPAs',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by HPA, target or metric' },
    {
      kind: 'choice',
      name: 'namespace',
      label: 'Namespace',
      all: 'All namespaces',
      choices: (view) =>
        withCounts(
          Object.keys(view?.tallies.namespace ?? {})
            .sort()
            .map((name) => ({ value: name, label: name })),
          view?.tallies.namespace,
        ),
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      all: 'All states',
      choices: (view) => withCounts(labelled<HpaState>(STATE_LABELS), view?.tallies.state),
    },
    {
      kind: 'choice',
      name: 'held',
      label: 'What limits',
      all: 'Limited by anything',
      choices: (view) => withCounts(labelled<HeldBy>(HELD_LABELS), view?.tallies.held),
    },
    {
      kind: 'choice',
      name: 'claim',
      label: 'Who scales',
      all: 'Scaled by anyone',
      wide: true,
      choices: (view) => withCounts(labelled<HpaRow['claim']>(CLAIM_LABELS), view?.tallies.claim),
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

function labelled<Value extends string>(labels: Record<Value, string>): FilterChoice[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
}
