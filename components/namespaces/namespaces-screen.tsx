'use client';

import { countOf } from '@/server/words/counts';
import { SUMS_WORDS } from '@/server/words/sums';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { EmptyScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { NAMESPACE_COLUMNS } from './namespace-columns';
import { NAMESPACE_LIST } from './namespace-list';
import tableClasses from './namespace-table.module.css';

/** The namespaces that have VPAs, and what these come to. */
export function NamespacesScreen() {
  const list = useList(NAMESPACE_LIST);
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  if (view?.all === 0) return <EmptyScreen />;
  return (
    <>
      <ListHeading
        title="Workloads by namespace"
        count={view && countOf(view.all, 'namespace with VPAs', 'namespaces with VPAs')}
        about={SUMS_WORDS}
      />
      <PagedList definition={NAMESPACE_LIST} list={list} one="namespace">
        {({ rows }) => (
          <ListTable
            caption="Namespaces with the sums of their VPAs"
            columns={NAMESPACE_COLUMNS}
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
