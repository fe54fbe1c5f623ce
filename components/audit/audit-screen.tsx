'use client';

import { Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useAudit, useStatus } from '../api/queries';
import { NoMatches } from '../lists/no-matches';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { AuditFilterBar } from './audit-filter-bar';
import { auditQuery } from './audit-list';
import { AuditTable } from './audit-table';
import { PageTurner } from './page-turner';
import { StoreNotice } from './store-notice';
import { useAuditList } from './use-audit-list';

const TYPING_PAUSE_MS = 250;

/** What was done, changed and decided. */
export function AuditScreen() {
  const list = useAuditList();
  const { filter, filtered, descending } = list;
  const [query] = useDebouncedValue(auditQuery(filter, descending), TYPING_PAUSE_MS);
  const { data: log, failure } = useAudit(query);
  const nowMs = useStatus().data?.nowMs ?? 0;
  const failed = log ? undefined : failureScreen(failure);
  return (
    failed ?? (
      <>
        <Title order={1} mb="md">
          Audit
        </Title>
        <AuditFilterBar list={list} />
        {log && <StoreNotice store={log.store} />}
        {!log && <LoadingScreen withHeading={false} />}
        {log && log.entries.length > 0 && (
          <AuditTable
            entries={log.entries}
            nowMs={nowMs}
            descending={descending}
            onSort={list.setDescending}
          />
        )}
        {log && log.entries.length === 0 && !filtered && !filter.after && (
          <Screen icon={IconHistory} title="Nothing has been done yet" headingLevel={2}>
            Evictions, resizes, policy changes and stops are listed here as they happen.
          </Screen>
        )}
        {log && log.entries.length === 0 && (filtered || filter.after) && (
          <NoMatches all="Show the whole log" onClear={list.clearFilter}>
            Nothing in the record matches this filter.
          </NoMatches>
        )}
        {log && (
          <PageTurner
            after={filter.after}
            next={log.nextAfter}
            descending={descending}
            onTurn={list.turnTo}
          />
        )}
      </>
    )
  );
}
