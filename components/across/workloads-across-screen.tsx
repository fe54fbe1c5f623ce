'use client';

import type { WorkloadsAcross } from '@/server/contract/across';
import { type WorkloadRow, workloadKey } from '@/server/contract/workloads';
import { GlyphLegend } from '../charts/glyph-legend';
import { usualColumns } from '../lists/column-choice';
import { WORKLOAD_COLUMN_CHOICES, workloadColumns } from '../workloads/workload-columns';
import { WORKLOAD_LIST } from '../workloads/workload-list';
import tableClasses from '../workloads/workload-table.module.css';
import { acrossList, type FilterOf, type SortOf } from './across-list';
import { AcrossScreen } from './across-screen';
import { AcrossTable } from './across-table';

const WORKLOADS_ACROSS = acrossList<WorkloadsAcross, 'workloads'>('workloads', WORKLOAD_LIST);
/** The cluster takes the place of how long is known of a workload. */
const SHOWN = usualColumns(WORKLOAD_COLUMN_CHOICES).filter((key) => key !== 'confidence');
const classes = {
  ...tableClasses,
  table: `${tableClasses.table} ${tableClasses.usual} ${tableClasses.across}`,
};

/** The workloads of all clusters. */
export function WorkloadsAcrossScreen() {
  return (
    <AcrossScreen<WorkloadRow, WorkloadsAcross, FilterOf<'workloads'>, SortOf<'workloads'>>
      title="Workloads"
      one="workload"
      many="workloads"
      definition={WORKLOADS_ACROSS}
      legend={<GlyphLegend />}
    >
      {({ rows, state, nowOf }) => (
        <AcrossTable
          caption="Workloads of all clusters with their requests and recommendations, per container"
          rows={rows}
          columnsAt={() => workloadColumns(SHOWN, undefined)}
          keyOf={workloadKey}
          partsOf={({ containers }) => containers}
          nowOf={nowOf}
          compareHref={({ namespace, target: { kind, name } }) =>
            `/clusters/compare?${new URLSearchParams({ namespace, kind, name })}`
          }
          state={state}
          classes={classes}
        />
      )}
    </AcrossScreen>
  );
}
