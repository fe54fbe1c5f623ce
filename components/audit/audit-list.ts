import { type AuditView, MOST_COUNTED } from '@/server/contract/audit';
import { sharedControls } from '../changes/shared-filters';
import { labelled } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { type ListAsked, listParams } from '../lists/list-params';
import { stretchOf, timeFaults } from '../lists/time-text';
import { AUDIT_KIND_LABELS, type FilteredKind } from './audit-kinds';
import { OUTCOME_CHOICES, PERIOD_CHOICES, whatChoices } from './entry-words';

const USUAL_KINDS: readonly FilteredKind[] = ['action', 'change'];

const FILTERS = [
  'q',
  'kind',
  'what',
  'outcome',
  'namespace',
  'vpa',
  'last',
  'since',
  'until',
  'finished',
  'run',
] as const;
type AuditFilter = (typeof FILTERS)[number];

/** The chosen kinds; the default ones if none is chosen. */
export function kindsOf(kind: string): readonly FilteredKind[] {
  const chosen = (Object.keys(AUDIT_KIND_LABELS) as FilteredKind[]).filter((one) =>
    kind.split(',').includes(one),
  );
  return chosen.length > 0 ? chosen : USUAL_KINDS;
}

/** The form in the address bar; the default kinds need no word. */
export function kindWord(kinds: readonly string[]): string {
  const isUsual = kinds.length === USUAL_KINDS.length && USUAL_KINDS.every((kind) => kinds.includes(kind));
  return isUsual ? '' : kinds.join(',');
}

const PAGE_SIZE = 50;

/** The query to GET /api/audit. The chosen last minute or day is included. */
export function auditPath(asked: Asked): string {
  return `/api/audit?${auditQuery(asked)}`;
}

/** Where everything that is asked for is a file, whatever page is shown. */
export function auditFilePath(asked: Omit<Asked, 'after'>, format: 'csv' | 'json'): string {
  const query = auditQuery({ ...asked, after: '' });
  query.delete('limit');
  query.set('format', format);
  return `/api/audit/export?${query}`;
}

type Asked = Omit<ListAsked<AuditFilter, 'time'>, 'page'>;

function auditQuery({ filter, sort, after }: Asked): URLSearchParams {
  const { q, what, outcome, namespace, vpa, last, finished, run } = filter;
  const asked = {
    q: q.trim(),
    what,
    outcome,
    namespace,
    vpa,
    since: stretchOf(filter.since)?.firstMs ?? '',
    until: stretchOf(filter.until)?.lastMs ?? '',
    last,
    finished,
    run,
    order: sort.descending ? '' : 'oldest',
    after,
  };
  return new URLSearchParams([
    ['kind', kindsOf(filter.kind).join(',')],
    ['limit', String(PAGE_SIZE)],
    ...Object.entries(asked)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, String(value)]),
  ]);
}

function countWords(count: number): string {
  return count < MOST_COUNTED ? String(count) : `${MOST_COUNTED.toLocaleString('en-US')} or more`;
}

/** The log as a list. Its columns are in `audit-columns.tsx`. */
export const AUDIT_LIST: ListDefinition<AuditView, AuditFilter, 'time'> = {
  params: listParams<AuditFilter, 'time'>({
    filters: FILTERS,
    sorts: ['time'],
    usual: { key: 'time', descending: true },
  }),
  path: auditPath,
  label: 'Filter the log',
  controls: [
    ...sharedControls<AuditView>('Find a pod, a user, a word'),
    {
      kind: 'several',
      name: 'kind',
      label: 'Kinds of entries',
      choices: labelled(AUDIT_KIND_LABELS),
      split: kindsOf,
      join: kindWord,
      clears: ['what'],
    },
    {
      kind: 'choice',
      name: 'what',
      label: 'What',
      all: 'Any action',
      choices: (_, { kind }) => whatChoices(kindsOf(kind)),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: 'Outcome',
      all: 'Any outcome',
      choices: () => OUTCOME_CHOICES,
    },
    {
      kind: 'one',
      name: 'last',
      label: 'Period',
      choices: () => PERIOD_CHOICES,
      clears: ['since', 'until'],
    },
    {
      kind: 'time',
      name: 'since',
      label: 'From',
      end: 'first',
      fault: ({ since, until }) => timeFaults(since, until).since,
      clears: ['last'],
    },
    {
      kind: 'time',
      name: 'until',
      label: 'Until',
      end: 'last',
      fault: ({ since, until }) => timeFaults(since, until).until,
      clears: ['last'],
    },
    {
      kind: 'switch',
      name: 'finished',
      value: 'shown',
      label: (view) => `Finished pods${view?.finished ? ` (${countWords(view.finished)})` : ''}`,
      isOffered: (view, { kind }) => kindsOf(kind).includes('decision') && Boolean(view?.finished),
    },
    {
      kind: 'switch',
      name: 'run',
      value: 'earlier',
      label: () => 'Earlier runs of the demo',
      isOffered: (view) => view?.hasEarlier ?? false,
    },
  ],
  noMatch: { sentence: 'No entry matches this filter.', all: 'Show all entries' },
};
