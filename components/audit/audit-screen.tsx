'use client';

import { Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useAudit, useStatus } from '../api/queries';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { AuditFilterBar } from './audit-filter-bar';
import { auditQuery } from './audit-query';
import classes from './audit-screen.module.css';
import { AuditTable } from './audit-table';
import { PageTurner } from './page-turner';
import { StoreNotice } from './store-notice';
import { useAuditFilter } from './use-audit-filter';

/** What was done, changed and decided, newest first. */
export function AuditScreen() {
  const { filter, narrowed, setFilter, turnTo } = useAuditFilter();
  const { data: log, failure } = useAudit(auditQuery(filter));
  const nowMs = useStatus().data?.nowMs ?? 0;
  const failed = log ? undefined : failureScreen(failure);
  return (
    failed ?? (
      <>
        <Title order={1} mb="md">
          Audit
        </Title>
        <AuditFilterBar filter={filter} onChange={setFilter} />
        {log && <StoreNotice store={log.store} />}
        {!log && <LoadingScreen withHeading={false} />}
        {log && log.entries.length > 0 && <AuditTable entries={log.entries} nowMs={nowMs} />}
        {log && log.entries.length === 0 && !narrowed && (
          <Screen icon={IconHistory} title="Nothing has been done yet" headingLevel={2}>
            Evictions, resizes, policy changes and stops are listed here as they happen.
          </Screen>
        )}
        {log && log.entries.length === 0 && narrowed && (
          <p className={classes.nothing}>Nothing in the record under this filter.</p>
        )}
        {log && <PageTurner before={filter.before} next={log.nextBefore} onTurn={turnTo} />}
      </>
    )
  );
}
