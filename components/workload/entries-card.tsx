import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditEntry } from '@/server/contract/audit';
import { useAuditOf } from '../api/queries';
import { StoreNotice } from '../audit/store-notice';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { auditHref } from '../navigation/pages';
import classes from './condition-list.module.css';

interface EntriesCardProps {
  title: string;
  /** Its name in the address. */
  at: string;
  namespace: string;
  name: string;
  /** Kinds of entries, with commas between; all that concern a workload if left out. */
  kind?: string;
  /** Names the link to the log. */
  all: string;
  none: string;
  /** An entry, as an item of a list. */
  line(entry: AuditEntry): ReactNode;
}

/** The last entries of the audit log about a workload. */
export function EntriesCard({ title, at, namespace, name, kind, all, none, line }: EntriesCardProps) {
  const { data: log, failure } = useAuditOf(namespace, name, kind);
  return (
    <Card
      title={title}
      at={at}
      aside={
        <Anchor component={Link} href={auditHref(namespace, name, kind)} fz="xs">
          {all}
        </Anchor>
      }
    >
      {log && <StoreNotice store={log.store} />}
      {!log && failure && (
        <p className={shared.hint}>
          {failure.kind === 'refused'
            ? failure.message
            : 'The audit log cannot be read now. Plumbline tries again.'}
        </p>
      )}
      {log?.entries.length === 0 && <p className={shared.hint}>{none}</p>}
      <ul className={classes.list}>{log?.entries.map(line)}</ul>
    </Card>
  );
}
