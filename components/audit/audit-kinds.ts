/** The kinds of entries a person wants to see; also the words in the address bar. */
export const AUDIT_KIND_LABELS = {
  action: 'Evictions and resizes',
  change: 'Policy changes and stops',
  admission: 'New pods',
  decision: 'Decisions',
} as const;
export type FilteredKind = keyof typeof AUDIT_KIND_LABELS;
