'use client';

import { Anchor } from '@mantine/core';
import type { Publishing } from '@/server/contract/nodes';
import { countOf } from '@/server/words/counts';
import { IconServer2 } from '../icons';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import Link from '../navigation/link';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { NodeBarLegend } from './node-bar';
import { NODE_COLUMNS } from './node-columns';
import { NODE_LIST } from './node-list';
import { NodeNeedsCards } from './node-needs';
import tableClasses from './node-table.module.css';
import { NodeTotalsCards } from './node-totals';

/** Whether what is idle is published, and where to change that. */
function PublishingWords({ publishing }: { publishing: Publishing }) {
  switch (publishing) {
    case 'off':
      return (
        <>
          It is not published in the status of nodes; a setting does that:{' '}
          <Anchor component={Link} href="/settings" inherit underline="always">
            Settings
          </Anchor>
          .
        </>
      );
    case 'leading':
      return 'This process publishes it in the status of nodes, for requests of batch pods.';
    case 'following':
      return 'Another process publishes it in the status of nodes.';
  }
}

export function NodesScreen() {
  const list = useList(NODE_LIST);
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  if (view?.all === 0)
    return (
      <Screen icon={IconServer2} title="No node is known yet">
        Nodes appear here after the first pass. What is idle on them is learned from the usage of their pods.
      </Screen>
    );
  return (
    <>
      <ListHeading
        title="Nodes"
        count={view && countOf(view.all, 'node')}
        about={
          <>
            What pods request, what they would once all recommendations were applied, and what nodes have left
            for batch work: allocatable less what online pods use and are expected to need.{' '}
            {view && <PublishingWords publishing={view.publishing} />}
          </>
        }
      />
      {view && <NodeTotalsCards totals={view.totals} hasTargets={view.needs.applied !== undefined} />}
      {view && <NodeNeedsCards needs={view.needs} />}
      <PagedList definition={NODE_LIST} list={list} one="node" legend={<NodeBarLegend />}>
        {({ rows }) => (
          <ListTable
            caption="Nodes with what is idle on them"
            columns={NODE_COLUMNS}
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
