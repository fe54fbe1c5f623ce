'use client';

import { Anchor, Button, Text, Title } from '@mantine/core';
import { REPLAY_STATES, REPLAY_WORDS, type ReplayRow, type ReplaysView } from '@/server/contract/replays';
import { whoWords } from '@/server/words/who';
import { useClusterTime, useNamespaces } from '../api/queries';
import { IconRepeat } from '../icons';
import { namespaceChoice, withCounts } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { type Column, ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import tableClasses from './replay-table.module.css';
import { daysTitle, percentDone, replayHref, STATE_WORDS, scopeTitle, variantsTitle } from './replay-words';
import { StartCard } from './start-card';

type ReplayFilter = (typeof REPLAY_WORDS.filters)[number];
type ReplaySort = (typeof REPLAY_WORDS.sorts)[number];

/** The kept replays. */
const REPLAY_LIST: ListDefinition<ReplaysView, ReplayFilter, ReplaySort> = {
  params: listParams<ReplayFilter, ReplaySort>(REPLAY_WORDS),
  path: (asked) => `/api/replays?${listQuery(asked, REPLAY_WORDS)}`,
  label: 'Filter replays',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by text', placeholder: 'Filter by workload, variant or user' },
    namespaceChoice(({ tallies }) => tallies.namespace),
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      all: 'All states',
      choices: (view) =>
        withCounts(
          REPLAY_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
          view?.tallies.state,
        ),
    },
  ],
  noMatch: { sentence: 'No replay matches this filter.', all: 'Show all replays' },
};

function replayColumns(nowMs: number): readonly Column<ReplayRow, never, ReplaySort>[] {
  return [
    {
      key: 'what',
      label: 'What',
      sort: 'what',
      isRowHeading: true,
      className: tableClasses.what,
      cell: ({ id, request }) => (
        <Anchor component={Link} href={replayHref(id)} fz="inherit">
          {scopeTitle(request)}
        </Anchor>
      ),
    },
    { key: 'days', label: 'Time', sort: 'days', cell: ({ request }) => daysTitle(request.days) },
    {
      key: 'variants',
      label: 'Compared',
      className: tableClasses.variants,
      cell: ({ request }) => variantsTitle(request),
    },
    {
      key: 'state',
      label: 'State',
      sort: 'state',
      cell: (row) => (
        <span className={tableClasses.state} data-state={row.state}>
          {STATE_WORDS[row.state]}
          {row.state === 'running' && ` ${percentDone(row) ?? 0} %`}
        </span>
      ),
    },
    {
      key: 'started',
      label: 'Started',
      sort: 'started',
      descendingFirst: true,
      cell: ({ startedMs, who }) => (
        <>
          <TimeAgo atMs={startedMs} nowMs={nowMs} /> by {whoWords(who)}
        </>
      ),
    },
  ];
}

/** Starts replays of many workloads, and lists those that are kept. */
export function ReplaysScreen() {
  const list = useList(REPLAY_LIST);
  const nowMs = useClusterTime();
  const { data: known } = useNamespaces();
  const hasNoVpa = known?.namespaces.every(({ vpas }) => vpas === 0) ?? false;
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure);
  return (
    <>
      <Title order={1} mb="md">
        Replay
      </Title>
      {!hasNoVpa && <StartCard />}
      {view?.isInMemory && (
        <Text mb={12} c="var(--warning)" fz={13} role="status">
          The database does not answer: results are kept in memory until this process ends.
        </Text>
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
