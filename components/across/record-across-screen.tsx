'use client';

import type { RecordAcross } from '@/server/contract/across';
import type { AuditEntry } from '@/server/contract/audit';
import { auditColumns } from '../audit/audit-columns';
import { AUDIT_KIND_LABELS } from '../audit/audit-kinds';
import tableClasses from '../audit/audit-table.module.css';
import { OUTCOME_CHOICES } from '../audit/entry-words';
import { acrossList, type FilterOf, type SortOf } from './across-list';
import { AcrossScreen } from './across-screen';
import { AcrossTable } from './across-table';

const RECORD_ACROSS_LIST = acrossList<RecordAcross, 'record'>('record', {
  label: 'Filter the log',
  controls: [
    { kind: 'words', name: 'q', label: 'Find in the log', placeholder: 'Find a pod, a user, a word' },
    {
      kind: 'choice',
      name: 'kind',
      label: 'Kinds of entries',
      all: 'Actions and changes',
      choices: () =>
        (['action', 'change'] as const).map((value) => ({ value, label: AUDIT_KIND_LABELS[value] })),
    },
    { kind: 'choice', name: 'outcome', label: 'Outcome', all: 'Any outcome', choices: () => OUTCOME_CHOICES },
    { kind: 'namespace', name: 'namespace' },
  ],
  noMatch: { sentence: 'No entry matches this filter.', all: 'Show all entries' },
});

export function RecordAcrossScreen() {
  return (
    <AcrossScreen<AuditEntry, RecordAcross, FilterOf<'record'>, SortOf<'record'>>
      title="Audit"
      one="entry"
      many="entries"
      about={() => 'The newest entries of each cluster; its own page has the others.'}
      definition={RECORD_ACROSS_LIST}
    >
      {({ rows, state, nowOf }) => (
        <AcrossTable
          caption="What was done and changed in all clusters"
          rows={rows.map(({ row, ...place }) => ({ ...place, row: { entry: row } }))}
          columnsAt={(nowMs) => auditColumns(nowMs, { isEarlier: false })}
          keyOf={({ entry: { kind, id } }) => `${kind} ${id}`}
          nowOf={nowOf}
          state={state}
          look="lines"
          classes={tableClasses}
        />
      )}
    </AcrossScreen>
  );
}
