'use client';

import type { RecordAcross } from '@/server/contract/across';
import type { AuditEntry } from '@/server/contract/audit';
import { auditColumns } from '../audit/audit-columns';
import tableClasses from '../audit/audit-table.module.css';
import type { FilterOf, SortOf } from './across-list';
import { AcrossScreen } from './across-screen';
import { AcrossTable } from './across-table';
import { RECORD_ACROSS_LIST } from './record-list';

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
