'use client';

import Link from 'next/link';
import { countOf } from '@/server/words/counts';
import { useStatus } from '../api/queries';
import { GlyphLegend } from '../charts/glyph-legend';
import { ExportButton } from '../export/export-button';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { EmptyScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { WORKLOAD_COLUMNS } from './workload-columns';
import { exportQuery, WORKLOAD_LIST } from './workload-list';
import tableClasses from './workload-table.module.css';
import classes from './workloads-screen.module.css';

export function WorkloadsScreen() {
  const list = useList(WORKLOAD_LIST);
  const { data: status } = useStatus();
  const needy = status?.needy ?? 0;
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  if (view?.all === 0) return <EmptyScreen />;
  return (
    <>
      <ListHeading title="Workloads" count={view && countOf(view.all, 'autoscaled workload')}>
        <ExportButton query={exportQuery(state)} />
        {needy > 0 && (
          <Link href="/problems" className={classes.needy}>
            {countOf(needy, 'workload needs attention', 'workloads need attention')}
          </Link>
        )}
      </ListHeading>
      <PagedList definition={WORKLOAD_LIST} list={list} one="workload" legend={<GlyphLegend />}>
        {({ rows }) => (
          <ListTable
            caption="Workloads with their requests and recommendations, per container"
            columns={WORKLOAD_COLUMNS}
            rows={rows}
            keyOf={({ namespace, name }) => `${namespace}/${name}`}
            partsOf={containersOf}
            sort={state.sort}
            onSort={state.setSort}
            classes={tableClasses}
          />
        )}
      </PagedList>
    </>
  );
}

const containersOf = <Container,>({ containers }: { containers: readonly Container[] }) => containers;
