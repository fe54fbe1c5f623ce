'use client';

import { useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { WorkloadSummary } from '@/server/recommender/views';
import { GlyphLegend } from '../charts/glyph-legend';
import { ListFooter } from '../lists/list-footer';
import { NoMatches } from '../lists/no-matches';
import { pageOf } from '../lists/pages';
import type { ListState } from '../lists/use-list-state';
import { columns, features, type SortKey } from './columns';
import { filterWorkloads, type WorkloadFilter } from './filter';
import { TableHead } from './table-head';
import { WorkloadRows } from './workload-rows';
import classes from './workload-table.module.css';

const PAGE_SIZE = 25;

interface WorkloadTableProps {
  workloads: WorkloadSummary[];
  list: ListState<keyof WorkloadFilter, SortKey>;
}

export function WorkloadTable({ workloads, list }: WorkloadTableProps) {
  const { q, namespace, mode, state } = list.filter;
  const data = useMemo(
    () => filterWorkloads(workloads, { q, namespace, mode, state }),
    [workloads, q, namespace, mode, state],
  );
  const { pages, page } = pageOf(data, list.page, PAGE_SIZE);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (workload) => `${workload.namespace}/${workload.name}`,
    autoResetPageIndex: false,
    state: {
      sorting: [{ id: list.sort.key, desc: list.sort.descending }],
      pagination: { pageIndex: page - 1, pageSize: PAGE_SIZE },
    },
  });
  if (data.length === 0)
    return (
      <NoMatches all="Show all workloads" onClear={list.clearFilter}>
        No workload matches this filter.
      </NoMatches>
    );
  return (
    <>
      <div className={classes.frame}>
        <table className={classes.table}>
          <caption className={classes.caption}>
            Workloads with their requests and recommendations, per container
          </caption>
          <TableHead sort={list.sort} onSort={list.setSort} />
          {table.getRowModel().rows.map((row) => (
            <WorkloadRows key={row.id} workload={row.original} />
          ))}
        </table>
      </div>
      <ListFooter
        shown={data.length}
        all={workloads.length}
        one="workload"
        pages={pages}
        page={page}
        onPage={list.setPage}
      >
        <GlyphLegend />
      </ListFooter>
    </>
  );
}
