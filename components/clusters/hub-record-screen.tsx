'use client';

import { PageTurner } from '../audit/page-turner';
import { StoreNotice } from '../audit/store-notice';
import { IconHistory } from '../icons';
import { List } from '../lists/list';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { useList } from '../lists/use-list';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import tableClasses from './hub-record.module.css';
import { hubRecordColumns } from './hub-record-columns';
import { HUB_RECORD_LIST } from './hub-record-list';

/** What people had the hub do at clusters, and what each answered. */
export function HubRecordScreen() {
  const list = useList(HUB_RECORD_LIST);
  const { view, nowMs = 0, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  const isWhole = !state.filtered && !state.after;
  return (
    <>
      <ListHeading
        title="Hub record"
        count={undefined}
        about="What was stopped, resumed and changed through this hub. Each cluster has it in its own log too, with what it changed."
      />
      {view && <StoreNotice store={view.store} />}
      <List definition={HUB_RECORD_LIST} list={list} isEmpty={({ rows }) => rows.length === 0 && !isWhole}>
        {({ rows, nextAfter }) =>
          rows.length === 0 ? (
            <Screen icon={IconHistory} title="No entries yet" headingLevel={2}>
              Stops and changes that people make through this hub appear here.
            </Screen>
          ) : (
            <>
              <ListTable
                caption="What was done through the hub"
                columns={hubRecordColumns(nowMs)}
                rows={rows}
                keyOf={({ id }) => id}
                sort={state.sort}
                onSort={state.setSort}
                classes={tableClasses}
              />
              <PageTurner
                after={state.after}
                next={nextAfter}
                descending={state.sort.descending}
                onTurn={state.setAfter}
              />
            </>
          )
        }
      </List>
    </>
  );
}
