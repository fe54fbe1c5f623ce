'use client';

import { useMemo } from 'react';
import { type WorkloadChoice, type WorkloadRow, workloadKey } from '@/server/contract/workloads';
import { usualColumns } from '../lists/column-choice';
import { ListTable } from '../lists/list-table';
import type { Chosen } from '../lists/use-chosen';
import type { ListState } from '../lists/use-list-state';
import { WORKLOAD_COLUMN_CHOICES, workloadColumns } from './workload-columns';
import type { WorkloadFilter, WorkloadSort } from './workload-list';
import classes from './workload-table.module.css';

interface WorkloadTableProps {
  rows: readonly WorkloadRow[];
  /** By default the usual ones. */
  columns?: { shown: readonly string[]; isUsual: boolean };
  /** Absent where none can be chosen. */
  chosen?: Chosen<WorkloadChoice>;
  caption?: string;
  state: Pick<ListState<WorkloadFilter, WorkloadSort>, 'sort' | 'setSort'>;
}

const USUAL = { shown: usualColumns(WORKLOAD_COLUMN_CHOICES), isUsual: true };

/** Workloads as lines, a line for each container. */
export function WorkloadTable({
  rows,
  columns: { shown, isUsual } = USUAL,
  chosen,
  caption = 'Workloads with their requests and recommendations, per container',
  state,
}: WorkloadTableProps) {
  // The rows are drawn again only if something of this changed, and not with every key in the filter.
  const columns = useMemo(
    () =>
      workloadColumns(
        shown,
        chosen && {
          isWholePage: rows.every(chosen.has),
          choosePage: (isOn) => chosen.set(rows, isOn),
          has: chosen.has,
          toggle: (row, isRange) => chosen.toggle(row, isRange ? rows : undefined),
        },
      ),
    [shown, rows, chosen],
  );
  return (
    <ListTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={workloadKey}
      partsOf={containersOf}
      sort={state.sort}
      onSort={state.setSort}
      isSteady={(chosen?.rows.length ?? 0) > 0}
      classes={isUsual ? { ...classes, table: `${classes.table} ${classes.usual}` } : classes}
    />
  );
}

const containersOf = <Container,>({ containers }: { containers: readonly Container[] }) => containers;
