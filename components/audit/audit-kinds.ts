/** What of the log a person wants to see; also the words in the address bar. */
export const AUDIT_KINDS = {
  action: 'Evictions and resizes',
  change: 'Policy changes and stops',
  admission: 'New pods',
  decision: 'Decisions',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;
