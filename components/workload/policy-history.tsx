import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import type { AuditEntry } from '@/server/contract/audit';
import { useEditsOf } from '../api/queries';
import { entryChanges } from '../audit/entry-changes';
import { entryWords } from '../audit/entry-words';
import { StoreNotice } from '../audit/store-notice';
import { FromTo } from '../changes/from-to';
import { Card } from '../layout/card';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { auditHref } from '../navigation/pages';
import classes from './condition-list.module.css';

interface PolicyHistoryProps {
  namespace: string;
  name: string;
  nowMs: number;
}

/** Who changed the policy of a VPA, when, and from what to what; by the audit log. */
export function PolicyHistory({ namespace, name, nowMs }: PolicyHistoryProps) {
  const { data: log, failure } = useEditsOf(namespace, name);
  return (
    <Card
      title="Edits"
      at="edits"
      aside={
        <Anchor component={Link} href={`${auditHref(namespace, name)}&kind=change`} fz="xs">
          All edits
        </Anchor>
      }
    >
      {log && <StoreNotice store={log.store} />}
      {!log && failure && (
        <p className={classes.nothing}>The audit log cannot be read now. Plumbline tries again.</p>
      )}
      {log?.entries.length === 0 && <p className={classes.nothing}>Nobody has changed it yet.</p>}
      <ul className={classes.list}>
        {log?.entries.map((entry) => (
          <Edit key={entry.id} entry={entry} nowMs={nowMs} />
        ))}
      </ul>
    </Card>
  );
}

function Edit({ entry, nowMs }: { entry: AuditEntry; nowMs: number }) {
  const { title, tone, subject, result, detail } = entryWords(entry);
  const changes = entryChanges(entry);
  return (
    <li>
      <p className={classes.line}>
        <strong className={classes.type} data-tone={tone}>
          {title}
        </strong>
        <span className={classes.when}>
          <TimeAgo atMs={entry.atMs} nowMs={nowMs} />
        </span>
      </p>
      {changes.length > 0 && (
        <p>
          {changes.map(({ what, from, to }, place) => (
            <Fragment key={what}>
              {place > 0 && ', '}
              <FromTo what={what} from={from} to={to} />
            </Fragment>
          ))}
        </p>
      )}
      <p className={classes.soft}>{[subject, result, detail].filter(Boolean).join(' · ')}</p>
    </li>
  );
}
