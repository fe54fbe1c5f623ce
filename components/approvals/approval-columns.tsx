import { Box, Checkbox } from '@mantine/core';
import type { ApprovalRow } from '@/server/contract/approvals';
import shared from '../layout/shared.module.css';
import type { Column } from '../lists/list-table';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { approvalHref } from '../navigation/pages';
import type { ApprovalSort } from './approval-list';
import classes from './approval-table.module.css';
import { ChangeLines } from './change-lines';

interface Choosing {
  has: (row: ApprovalRow) => boolean;
  toggle: (row: ApprovalRow) => void;
}

/** The columns of what waits, at the cluster's time `nowMs`. @param chosen absent where none can be chosen */
export function approvalColumns(
  nowMs: number,
  chosen?: Choosing,
): readonly Column<ApprovalRow, never, ApprovalSort>[] {
  const columns = factColumns(nowMs);
  if (!chosen) return columns;
  return [
    {
      key: 'chosen',
      label: 'Choose',
      className: classes.chosen,
      cell: (row) => (
        <Checkbox
          aria-label={`Choose ${row.namespace}/${row.name}`}
          checked={chosen.has(row)}
          onChange={() => chosen.toggle(row)}
        />
      ),
    },
    ...columns,
  ];
}

function factColumns(nowMs: number): readonly Column<ApprovalRow, never, ApprovalSort>[] {
  return [
    {
      key: 'name',
      label: 'VPA',
      sort: 'namespace',
      className: classes.name,
      isRowHeading: true,
      cell: ({ namespace, name, target, fault }) => (
        <>
          <Link href={approvalHref(namespace, name)} className={shared.link}>
            {name}
          </Link>
          <span className={shared.under}>
            {namespace} · {target.kind} {target.name}
          </span>
          {fault !== undefined && (
            <Box component="span" className={shared.under} c="var(--warning)">
              its approvals cannot be read, so everything waits
            </Box>
          )}
        </>
      ),
    },
    {
      key: 'change',
      label: 'Requests, now → then',
      sort: 'change',
      descendingFirst: true,
      cell: (row) => <ChangeLines row={row} />,
    },
    {
      key: 'pods',
      label: 'Pods',
      sort: 'pods',
      descendingFirst: true,
      className: classes.pods,
      cell: ({ pods }) => (
        <>
          {pods}
          <span className={classes.unit}> {pods === 1 ? 'pod' : 'pods'}</span>
        </>
      ),
    },
    {
      key: 'age',
      label: 'Since',
      sort: 'age',
      descendingFirst: true,
      className: classes.age,
      cell: ({ sinceMs }) => (sinceMs === undefined ? 'now' : <TimeAgo atMs={sinceMs} nowMs={nowMs} />),
    },
  ];
}
