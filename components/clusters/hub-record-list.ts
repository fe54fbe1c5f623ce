import type { HubRecordView } from '@/server/contract/hub-record';
import { HUB_CHANGES } from '@/server/words/records';
import { OUTCOME_CHOICES, whatChoices } from '../audit/entry-words';
import type { ListDefinition } from '../lists/list-definition';
import { type ListAsked, listParams } from '../lists/list-params';

const FILTERS = ['q', 'what', 'outcome', 'last'] as const;
type RecordFilter = (typeof FILTERS)[number];

const PAGE_SIZE = '50';
const POSSIBLE = ['done', 'refused', 'unavailable'];

function recordPath({ filter, sort, after }: ListAsked<RecordFilter, 'time'>): string {
  const asked = { ...filter, q: filter.q.trim(), order: sort.descending ? '' : 'oldest', after };
  const stated = Object.entries(asked).filter(([, value]) => value !== '');
  return `/api/clusters/orders?${new URLSearchParams([['limit', PAGE_SIZE], ...stated])}`;
}

export const HUB_RECORD_LIST: ListDefinition<HubRecordView, RecordFilter, 'time'> = {
  params: listParams<RecordFilter, 'time'>({
    filters: FILTERS,
    sorts: ['time'],
    usual: { key: 'time', descending: true },
  }),
  path: recordPath,
  label: 'Filter the record',
  controls: [
    { kind: 'words', name: 'q', label: 'Find in the record', placeholder: 'Find a cluster, a user, a word' },
    {
      kind: 'choice',
      name: 'what',
      label: 'What',
      all: 'Any action',
      choices: () =>
        whatChoices(['change']).filter(({ value }) => HUB_CHANGES.some((change) => change === value)),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: 'Outcome',
      all: 'Any outcome',
      choices: () => OUTCOME_CHOICES.filter(({ value }) => POSSIBLE.includes(value)),
    },
    {
      kind: 'one',
      name: 'last',
      label: 'Period',
      choices: () => [
        { value: '', label: 'All' },
        { value: '1h', label: '1 h' },
        { value: '24h', label: '24 h' },
        { value: '7d', label: '7 d' },
      ],
      clears: [],
    },
  ],
  noMatch: { sentence: 'No entry matches this filter.', all: 'Show all entries' },
};
