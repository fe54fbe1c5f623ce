import { listParams } from '../lists/list-params';

/** What of the log a person wants to see; also the words in the address bar. */
export const AUDIT_KINDS = {
  action: 'Evictions and resizes',
  change: 'Policy changes and stops',
  admission: 'New pods',
  decision: 'Decisions',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

const USUAL_KINDS: readonly AuditKind[] = ['action', 'change'];

const FILTERS = ['q', 'kind', 'what', 'outcome', 'namespace', 'vpa', 'since', 'until', 'after'] as const;
export type AuditFilter = Record<(typeof FILTERS)[number], string>;

/** The words of the log in the address bar. `after` is where the page before this one ended. */
export const AUDIT_LIST = listParams({
  filters: FILTERS,
  sorts: ['time'] as const,
  usual: { key: 'time', descending: true },
});

/** The kinds chosen; the usual ones while none is. */
export function kindsOf({ kind }: Pick<AuditFilter, 'kind'>): readonly AuditKind[] {
  const chosen = (Object.keys(AUDIT_KINDS) as AuditKind[]).filter((one) => kind.split(',').includes(one));
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

/** The query string of GET /api/audit. The last minute asked for counts to its end. */
export function auditQuery(filter: AuditFilter, descending: boolean): string {
  const sinceMs = timeOf(filter.since);
  const untilMs = timeOf(filter.until);
  const { q, what, outcome, namespace, vpa, after } = filter;
  const asked = {
    q: q.trim(),
    what,
    outcome,
    namespace,
    vpa,
    since: sinceMs === undefined ? '' : String(sinceMs),
    until: untilMs === undefined ? '' : String(untilMs + MINUTE_MS - 1),
    order: descending ? '' : 'oldest',
    after,
  };
  return new URLSearchParams([
    ['kind', kindsOf(filter).join(',')],
    ['limit', String(PAGE_SIZE)],
    ...Object.entries(asked).filter(([, value]) => value !== ''),
  ]).toString();
}
