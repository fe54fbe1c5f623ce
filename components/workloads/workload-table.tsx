'use client';

import { Pagination } from '@mantine/core';
import { useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { WorkloadSummary } from '@/server/recommender/views';
import { GlyphLegend } from '../charts/glyph-legend';
import { countOf } from '../format/ratio';
import { columns, features } from './columns';
import { filterWorkloads } from './filter';
import { NoMatches } from './no-matches';
import { TableHead } from './table-head';
import type { useTableState } from './use-table-state';
import { WorkloadRows } from './workload-rows';
import classes from './workload-table.module.css';

const PAGE_SIZE = 25;

interface WorkloadTableProps {
  workloads: WorkloadSummary[];
  table: ReturnType<typeof useTableState>;
}

export function WorkloadTable({ workloads, table: state }: WorkloadTableProps) {
  const { text, namespace, mode, state: standing } = state.filter;
  const data = useMemo(
    () => filterWorkloads(workloads, { text, namespace, mode, state: standing }),
    [workloads, text, namespace, mode, standing],
  );
  const pages = Math.max(1, Math.ceil(data.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, state.page), pages);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (workload) => `${workload.namespace}/${workload.name}`,
    autoResetPageIndex: false,
    state: {
      sorting: [{ id: state.sort.key, desc: state.sort.descending }],
      pagination: { pageIndex: page - 1, pageSize: PAGE_SIZE },
    },
  });
  if (data.length === 0) return <NoMatches onClear={() => state.clearFilter()} />;
  return (
    <>
      <div className={classes.frame}>
        <table className={classes.table}>
          <caption className={classes.caption}>
            Workloads with their requests and recommendations, per container
          </caption>
          <TableHead sort={state.sort} onSort={state.setSort} />
          {table.getRowModel().rows.map((row) => (
            <WorkloadRows key={row.id} workload={row.original} />
          ))}
        </table>
      </div>
      <footer className={classes.footer}>
        <GlyphLegend />
        <span aria-live="polite">
          {data.length === workloads.length
            ? countOf(data.length, 'workload')
            : `${data.length} of ${countOf(workloads.length, 'workload')}`}
        </span>
        {pages > 1 && (
          <Pagination
            total={pages}
            value={page}
            onChange={state.setPage}
            size="sm"
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        )}
      </footer>
    </>
  );
}
