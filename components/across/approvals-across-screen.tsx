'use client';

import type { ApprovalsAcross } from '@/server/contract/across';
import type { ApprovalRow } from '@/server/contract/approvals';
import { approvalColumns } from '../approvals/approval-columns';
import { APPROVAL_LIST } from '../approvals/approval-list';
import tableClasses from '../approvals/approval-table.module.css';
import { acrossList, type FilterOf, type SortOf } from './across-list';
import { AcrossScreen } from './across-screen';
import { AcrossTable } from './across-table';

const APPROVALS_ACROSS = acrossList<ApprovalsAcross, 'approvals'>('approvals', APPROVAL_LIST);

/** What waits for a person in any cluster; it is decided there. */
export function ApprovalsAcrossScreen() {
  return (
    <AcrossScreen<ApprovalRow, ApprovalsAcross, FilterOf<'approvals'>, SortOf<'approvals'>>
      title="Approvals"
      one="change"
      many="changes"
      about={() =>
        'Changes of requests that wait for a person. Each opens in its cluster, where it is decided.'
      }
      definition={APPROVALS_ACROSS}
    >
      {({ rows, state, nowOf }) => (
        <AcrossTable
          caption="Changes that wait for approval in all clusters"
          rows={rows}
          columnsAt={approvalColumns}
          keyOf={({ namespace, name }) => `${namespace}/${name}`}
          nowOf={nowOf}
          state={state}
          classes={tableClasses}
        />
      )}
    </AcrossScreen>
  );
}
