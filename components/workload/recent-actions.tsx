import { Anchor } from '@mantine/core';
import type { AuditEntry } from '@/server/contract/audit';
import type { EventsAnswer } from '@/server/contract/events';
import { useAuditOf, useEventsOf } from '../api/queries';
import { entryWords } from '../audit/entry-words';
import { StoreNotice } from '../audit/store-notice';
import { Card } from '../layout/card';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { auditHref } from '../navigation/pages';
import { ReasonList } from '../plan/reason-list';
import classes from './condition-list.module.css';
import { eventRefusal } from './event-words';

interface RecentActionsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

/** What was lately done to a workload and changed of it, by the audit log. */
export function RecentActions({ namespace, name, nowMs }: RecentActionsProps) {
  const { data: log, failure } = useAuditOf(namespace, name);
  const { data: events } = useEventsOf(namespace, name);
  return (
    <Card
      title="Done and changed"
      at="done"
      aside={
        <Anchor component={Link} href={auditHref(namespace, name)} fz="xs">
          All entries
        </Anchor>
      }
    >
      {log && <StoreNotice store={log.store} />}
      {!log && failure && (
        <p className={classes.nothing}>
          {failure.kind === 'refused'
            ? failure.message
            : 'The audit log cannot be read now. Plumbline tries again.'}
        </p>
      )}
      {log?.entries.length === 0 && <p className={classes.nothing}>Nothing was done or changed yet.</p>}
      <ul className={classes.list}>
        {log?.entries.map((entry) => (
          <EntryLine key={`${entry.kind} ${entry.id}`} entry={entry} events={events} nowMs={nowMs} />
        ))}
      </ul>
    </Card>
  );
}

function EntryLine({
  entry,
  events,
  nowMs,
}: {
  entry: AuditEntry;
  events: EventsAnswer | undefined;
  nowMs: number;
}) {
  const words = entryWords(entry);
  const refusal = entry.kind === 'admission' ? eventRefusal(entry.pod, events) : undefined;
  const { title, tone, subject, result, detail } = refusal
    ? { ...words, tone: 'warning', result: refusal }
    : words;
  const rest = [subject, result, detail].filter(Boolean).join(' · ');
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
      {rest && <p className={classes.soft}>{rest}</p>}
      {entry.kind === 'action' && <ReasonList reasons={entry.reasons} nowMs={entry.atMs} />}
    </li>
  );
}
