'use client';

import { Title } from '@mantine/core';
import { useWorkloads } from '../api/queries';
import { countOf } from '../format/ratio';
import { Overview } from '../overview/overview';
import { EmptyScreen } from '../screens/cluster-screens';
import { LoadingScreen } from '../screens/loading-screen';
import { FilterBar } from './filter-bar';
import { useTableState } from './use-table-state';
import { WorkloadTable } from './workload-table';
import classes from './workloads-screen.module.css';

export function WorkloadsScreen() {
  const { data } = useWorkloads();
  const table = useTableState();
  if (!data) return <LoadingScreen />;
  if (data.workloads.length === 0) return <EmptyScreen />;
  return (
    <>
      <div className={classes.heading}>
        <Title order={1}>Workloads</Title>
        <span className={classes.count}>{countOf(data.workloads.length, 'autoscaled workload')}</span>
      </div>
      <Overview
        workloads={data.workloads}
        state={table.filter.state}
        onState={(state) => table.setFilter({ state })}
      />
      <FilterBar workloads={data.workloads} table={table} />
      <WorkloadTable workloads={data.workloads} table={table} />
    </>
  );
}
