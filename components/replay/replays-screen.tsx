'use client';

import { Button, Title } from '@mantine/core';
import { useClusterTime, useNamespaces } from '../api/queries';
import { IconRepeat } from '../icons';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import Link from '../navigation/link';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { replayColumns } from './replay-columns';
import { REPLAY_LIST } from './replay-list';
import tableClasses from './replay-table.module.css';
import classes from './replays-screen.module.css';
import { StartCard } from './start-card';

/** Starts replays of many workloads, and lists those that are kept. */
export function ReplaysScreen() {
  const list = useList(REPLAY_LIST);
  const nowMs = useClusterTime();
  const { data: known } = useNamespaces();
  const hasNoVpa = known?.namespaces.every(({ vpas }) => vpas === 0) ?? false;
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  return (
    <>
      <Title order={1} mb="md">
        Replay
      </Title>
      {!hasNoVpa && <StartCard />}
      {view?.isInMemory && (
        <p className={classes.away} role="status">
          The database does not answer: results are kept in memory until this process ends.
        </p>
      )}
      {view?.all === 0 && hasNoVpa ? (
        <Screen
          icon={IconRepeat}
          title="Nothing to replay yet"
          headingLevel={2}
          actions={
            known &&
            known.withoutVpas.length > 0 && (
              <Button component={Link} href="/workloads?vpa=without" variant="default">
                Show workloads without a VPA
              </Button>
            )
          }
        >
          A replay needs a workload with a VPA. Mode Off will do: it changes no pod.
        </Screen>
      ) : view?.all === 0 ? (
        <Screen icon={IconRepeat} title="No replay yet" headingLevel={2}>
          Start one above, or on the page of a workload. Results are listed here.
        </Screen>
      ) : (
        <PagedList definition={REPLAY_LIST} list={list} one="replay">
          {({ rows }) => (
            <ListTable
              caption="Replays and how they stand"
              columns={replayColumns(nowMs)}
              rows={rows}
              keyOf={({ id }) => id}
              sort={state.sort}
              onSort={state.setSort}
              look="lines"
              classes={tableClasses}
            />
          )}
        </PagedList>
      )}
    </>
  );
}
