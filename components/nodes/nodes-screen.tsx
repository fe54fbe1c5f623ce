'use client';

import { Title } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { countOf } from '@/server/words/counts';
import { List } from '../lists/list';
import { ListFooter } from '../lists/list-footer';
import { ListTable } from '../lists/list-table';
import { useList } from '../lists/use-list';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { NodeBarLegend } from './node-bar';
import { NODE_COLUMNS } from './node-columns';
import { NODE_LIST } from './node-list';
import tableClasses from './node-table.module.css';
import { NodeTotalsCards } from './node-totals';
import { publishingWords } from './node-words';
import classes from './nodes-screen.module.css';

/** What is idle on each node, now and for the next hour. */
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
      <div className={classes.heading}>
        <Title order={1}>Nodes</Title>
        {view && <span className={classes.count}>{countOf(view.all, 'node')}</span>}
      </div>
      <p className={classes.about}>
        What nodes have left for batch work: allocatable less what online pods use and are expected to need.
        {view && ` ${publishingWords(view.publishing)}`}
      </p>
      {view && <NodeTotalsCards totals={view.totals} />}
      <List definition={NODE_LIST} list={list} isEmpty={({ matching }) => matching === 0}>
        {({ rows, matching, all, page, pages }) => (
          <>
            <ListTable
              caption="Nodes with what is idle on them"
              columns={NODE_COLUMNS}
              rows={rows}
              keyOf={({ name }) => name}
              sort={state.sort}
              onSort={state.setSort}
              classes={tableClasses}
            />
            <ListFooter
              shown={matching}
              all={all}
              one="node"
              pages={pages}
              page={page}
              onPage={state.setPage}
            >
              <NodeBarLegend />
            </ListFooter>
          </>
        )}
      </List>
    </>
  );
}
