import type { AuditEntry } from '@/server/contract/audit';
import type { EventsAnswer } from '@/server/contract/events';
import { useEventsOf } from '../api/queries';
import { type EntryWords, entryWords } from '../audit/entry-words';
import { ReasonList } from '../plan/reason-list';
import classes from './condition-list.module.css';
import { EntriesCard } from './entries-card';
import { EntryHead } from './entry-head';
import { eventRefusal } from './event-words';

interface RecentActionsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

export function RecentActions({ namespace, name, nowMs }: RecentActionsProps) {
  const { data: events } = useEventsOf(namespace, name);
  return (
    <EntriesCard
      title="Done and changed"
      at="done"
      namespace={namespace}
      name={name}
      all="All entries"
      none="Nothing was done or changed yet."
      line={(entry) => (
        <EntryLine key={`${entry.kind} ${entry.id}`} entry={entry} events={events} nowMs={nowMs} />
      )}
    />
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
  const { title, tone, subject, result, detail }: EntryWords = refusal
    ? { ...words, tone: 'warning', result: refusal }
    : words;
  const rest = [subject, result, detail].filter(Boolean).join(' · ');
  return (
    <li>
      <EntryHead title={title} tone={tone} atMs={entry.atMs} nowMs={nowMs} />
      {rest && <p className={classes.soft}>{rest}</p>}
      {entry.kind === 'action' && <ReasonList reasons={entry.reasons} nowMs={entry.atMs} />}
    </li>
  );
}
