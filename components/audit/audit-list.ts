import type { AuditView } from '@/server/updater/views';
import type { ListDefinition } from '../lists/list-definition';
import { type ListAsked, listParams } from '../lists/list-params';
import { AUDIT_KIND_LABELS, type FilteredKind } from './audit-kinds';
import { OUTCOME_CHOICES, whatChoices } from './entry-words';

const USUAL_KINDS: readonly FilteredKind[] = ['action', 'change'];

const FILTERS = ['q', 'kind', 'what', 'outcome', 'namespace', 'vpa', 'since', 'until'] as const;
type AuditFilter = (typeof FILTERS)[number];

/** The kinds chosen; the usual ones while none is. */
export function kindsOf(kind: string): readonly FilteredKind[] {
  const chosen = (Object.keys(AUDIT_KIND_LABELS) as FilteredKind[]).filter((one) =>
    kind.split(',').includes(one),
  );
  return chosen.length > 0 ? chosen : USUAL_KINDS;
}

/** As it stands in the address bar; the usual kinds need no word. */
export function kindWord(kinds: readonly string[]): string {
  const isUsual = kinds.length === USUAL_KINDS.length && USUAL_KINDS.every((kind) => kinds.includes(kind));
  return isUsual ? '' : kinds.join(',');
}

const MINUTE_MS = 60_000;

/** A time as an input writes it, `2026-11-21T20:47`, read as UTC; undefined for what is none. */
function timeOf(text: string): number | undefined {
  const ms = text ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

const PAGE_SIZE = 50;

/** The question to GET /api/audit. The last minute asked for counts to its end. */
export function auditPath({ filter, sort, after }: Omit<ListAsked<AuditFilter, 'time'>, 'page'>): string {
  const sinceMs = timeOf(filter.since);
  const untilMs = timeOf(filter.until);
  const { q, what, outcome, namespace, vpa } = filter;
  const asked = {
    q: q.trim(),
    what,
    outcome,
    namespace,
    vpa,
    since: sinceMs === undefined ? '' : String(sinceMs),
    until: untilMs === undefined ? '' : String(untilMs + MINUTE_MS - 1),
    order: sort.descending ? '' : 'oldest',
    after,
  };
  const query = new URLSearchParams([
    ['kind', kindsOf(filter.kind).join(',')],
    ['limit', String(PAGE_SIZE)],
    ...Object.entries(asked).filter(([, value]) => value !== ''),
  ]);
  return `/api/audit?${query}`;
}

/** The log as a list. Its columns stand in `audit-columns.tsx`. */
export const AUDIT_LIST: ListDefinition<AuditView, AuditFilter, 'time'> = {
  params: listParams<AuditFilter, 'time'>({
    filters: FILTERS,
    sorts: ['time'],
    usual: { key: 'time', descending: true },
  }),
  path: auditPath,
  label: 'Filter the log',
  controls: [
    {
      kind: 'several',
      name: 'kind',
      label: 'Kinds of entries',
      choices: Object.entries(AUDIT_KIND_LABELS).map(([value, label]) => ({ value, label })),
      split: kindsOf,
      join: kindWord,
      clears: ['what'],
    },
    { kind: 'words', name: 'q', label: 'Find in the log', placeholder: 'Find a pod, a person, a word' },
    {
      kind: 'choice',
      name: 'what',
      label: 'What',
      all: 'Anything',
      choices: (_, { kind }) => whatChoices(kindsOf(kind)),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: 'How it ended',
      all: 'Any outcome',
      choices: () => OUTCOME_CHOICES,
    },
    { kind: 'namespace', name: 'namespace', clears: ['vpa'] },
    { kind: 'vpa', name: 'vpa', within: 'namespace' },
    { kind: 'time', name: 'since', label: 'From' },
    { kind: 'time', name: 'until', label: 'Until' },
  ],
  noMatch: { sentence: 'Nothing in the record matches this filter.', all: 'Show all entries' },
};
