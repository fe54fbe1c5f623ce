'use client';

import { Button } from '@mantine/core';
import { apiAddress } from '../api/address';
import { useStatus } from '../api/queries';
import { IconDownload, IconHistory } from '../icons';
import { List } from '../lists/list';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { listTimeText } from '../lists/time-text';
import { useList } from '../lists/use-list';
import { BlockedScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { blockersOf } from '../screens/screen-choice';
import { ActionsChart } from './actions-chart';
import { auditColumns } from './audit-columns';
import { AUDIT_LIST, auditFilePath } from './audit-list';
import tableClasses from './audit-table.module.css';
import { folded } from './folded';
import { PageTurner } from './page-turner';
import { StoreNotice } from './store-notice';

const FORMATS = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

export function AuditScreen() {
  const list = useList(AUDIT_LIST);
  const { view: log, state, failure, isRefused } = list;
  const { data: status, nowMs = 0 } = useStatus();
  const blocked = status && blockersOf(status);
  if (!log && !isRefused) return failureScreen(failure);
  const isWhole = !state.filtered && !state.after;
  return (
    <>
      <ListHeading
        title="Audit"
        count={undefined}
        actions={FORMATS.map(([format, label]) => (
          <Button
            key={format}
            component="a"
            href={apiAddress(auditFilePath(state, format))}
            download
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.7} aria-hidden="true" />}
          >
            {label}
          </Button>
        ))}
      />
      {log && <StoreNotice store={log.store} />}
      {log?.actions && (
        <ActionsChart
          actions={log.actions}
          onZoom={({ fromMs, toMs }) =>
            state.setFilter({ since: listTimeText(fromMs), until: listTimeText(toMs), last: '' })
          }
        />
      )}
      <List definition={AUDIT_LIST} list={list} isEmpty={({ entries }) => entries.length === 0 && !isWhole}>
        {({ entries, nextAfter }) =>
          entries.length === 0 ? (
            blocked ? (
              <BlockedScreen by={blocked} headingLevel={2} />
            ) : (
              <Screen icon={IconHistory} title="No entries yet" headingLevel={2}>
                Evictions, resizes, policy changes and stops appear here as they happen.
              </Screen>
            )
          ) : (
            <>
              <ListTable
                caption="What was done, changed and decided"
                columns={auditColumns(nowMs, { isEarlier: state.filter.run === 'earlier' })}
                rows={folded(entries)}
                keyOf={({ entry: { kind, id } }) => `${kind} ${id}`}
                sort={state.sort}
                onSort={state.setSort}
                look="lines"
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
