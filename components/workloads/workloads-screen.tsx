'use client';

import { Title } from '@mantine/core';
import { countOf } from '@/server/words/counts';
import { useWorkloads } from '../api/queries';
import { useListState } from '../lists/use-list-state';
import { Overview } from '../overview/overview';
import { EmptyScreen } from '../screens/cluster-screens';
import { LoadingScreen } from '../screens/loading-screen';
import type { StateFilter } from './filter';
import { WorkloadFilterBar } from './filter-bar';
import { WORKLOAD_LIST } from './url-state';
import { WorkloadTable } from './workload-table';
import classes from './workloads-screen.module.css';

export function WorkloadsScreen() {
  const { data } = useWorkloads();
  const list = useListState(WORKLOAD_LIST);
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
        state={list.filter.state as StateFilter | ''}
        onState={(state) => list.setFilter({ state })}
      />
      <WorkloadFilterBar workloads={data.workloads} list={list} />
      <WorkloadTable workloads={data.workloads} list={list} />
    </>
  );
}
