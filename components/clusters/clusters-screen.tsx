'use client';

import { countOf } from '@/server/words/counts';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { clusterColumns } from './cluster-columns';
import { CLUSTER_LIST } from './cluster-list';
import tableClasses from './cluster-table.module.css';
import { OrderButtons } from './order-buttons';
import { clusterSumsWords } from './sums-words';

/** Every cluster of the hub, as it last answered to the person. */
export function ClustersScreen() {
  const list = useList(CLUSTER_LIST);
  const { view, nowMs = 0, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  return (
    <>
      <ListHeading
        title="Clusters"
        count={view && countOf(view.all, 'cluster')}
        about={view && clusterSumsWords(view)}
        actions={view && <OrderButtons view={view} shown={state.filter.label || 'all'} />}
      />
      <PagedList definition={CLUSTER_LIST} list={list} one="cluster">
        {({ rows }) => (
          <ListTable
            caption="Clusters as each last answered"
            columns={clusterColumns(nowMs)}
            rows={rows}
            keyOf={({ name }) => name}
            sort={state.sort}
            onSort={state.setSort}
            classes={tableClasses}
          />
        )}
      </PagedList>
    </>
  );
}
