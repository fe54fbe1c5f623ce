/** What of the log a person wants to see; also the words in the address bar. */
export const AUDIT_KINDS = {
  action: 'Evictions and resizes',
  change: 'Policy changes and stops',
  decision: 'Decisions',
} as const;

export type AuditKind = keyof typeof AUDIT_KINDS;

export interface AuditFilter {
  kinds: readonly AuditKind[];
  namespace: string;
  vpa: string;
  /** Where the page before this one ended. */
  before: string;
}

const PAGE_SIZE = 50;

/** The query string of GET /api/audit. */
export function auditQuery(filter: AuditFilter): string {
  const params = new URLSearchParams({ kind: filter.kinds.join(','), limit: String(PAGE_SIZE) });
  if (filter.namespace) params.set('namespace', filter.namespace);
  if (filter.vpa) params.set('vpa', filter.vpa);
  if (filter.before) params.set('before', filter.before);
  return params.toString();
}
