import { Anchor, Box, Button, Code, Stack } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import type { AuditEntry } from '@/server/contract/audit';
import type { EventsAnswer } from '@/server/contract/events';
import type { PolicyView as Policy, WorkloadDetail } from '@/server/contract/recommendations';
import { useAuditOf, useEventsOf } from '../api/queries';
import { entryChanges } from '../audit/entry-changes';
import { type EntryWords, entryWords } from '../audit/entry-words';
import { StoreNotice } from '../audit/store-notice';
import { FromTo } from '../changes/from-to';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { auditHref } from '../navigation/pages';
import { ReasonList } from '../plan/reason-list';
import { ConditionList, WrittenLine } from './condition-list';
import conditionListClasses from './condition-list.module.css';
import { eventRefusal, eventsNote, eventTail } from './event-words';
import { PodTable } from './pod-table';
import { policyText } from './policy-text';
import classes from './workload-facts.module.css';

interface RecentEventsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

const FIRST = 6;

function RecentEvents({ namespace, name, nowMs }: RecentEventsProps) {
  const { data: answer, failure } = useEventsOf(namespace, name);
  const note = eventsNote(answer, failure);
  const [all, setAll] = useState(false);
  const events = answer?.kind === 'known' ? answer.events : [];
  return (
    <Card title="Events in Kubernetes" at="events">
      {note && <p className={shared.soft}>{note}</p>}
      <ul className={conditionListClasses.list}>
        {(all ? events : events.slice(0, FIRST)).map((event) => (
          <li key={event.id}>
            <p className={conditionListClasses.line}>
              <strong className={conditionListClasses.type} data-tone={event.isWarning ? 'warning' : 'quiet'}>
                {event.reason}
              </strong>
              <span className={conditionListClasses.when}>
                <TimeAgo atMs={event.atMs} nowMs={nowMs} />
              </span>
            </p>
            <p className={`${shared.soft} ${conditionListClasses.cut}`} title={event.message}>
              {event.message}
            </p>
            <p className={shared.soft}>{eventTail(event)}</p>
          </li>
        ))}
      </ul>
      {!all && events.length > FIRST && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setAll(true)}>
          Show all {events.length} events
        </Button>
      )}
    </Card>
  );
}

interface WorkloadFactsProps {
  workload: WorkloadDetail;
  nowMs: number;
}

/** The pods of a workload, and what happened to them. */
export function PodsAndEvents({ workload, nowMs }: WorkloadFactsProps) {
  return (
    <Box className={`${columns.wide} ${columns.top}`} mt={16}>
      <div className={classes.wide}>
        <Card title="Pods" at="pods">
          <PodTable workload={workload} nowMs={nowMs} />
        </Card>
      </div>
      <RecentActions namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
      <RecentEvents namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
    </Box>
  );
}

/** The policy in the object. */
function PolicyYaml({ policy }: { policy: Policy }) {
  const { updatePolicy, startupBoost, resourcePolicy, recommender, controlledSignals, scope } = policy;
  const { named, annotation } = recommender;
  const text = policyText({
    annotations: {
      'plumbline.dev/recommender': annotation,
      'plumbline.dev/controlled-signals': controlledSignals,
      'plumbline.dev/scope': scope,
    },
    recommenders: named === undefined ? [] : [{ name: named }],
    updatePolicy,
    startupBoost,
    resourcePolicy,
  });
  if (!text)
    return <p className={shared.soft}>No policy: every container gets a recommendation without bounds.</p>;
  return (
    <Code block tabIndex={0} aria-label="Policy as YAML">
      {text}
    </Code>
  );
}

/** The policy of a VPA, who changed it, and what its status says. */
export function PolicyAndConditions({ workload, nowMs }: WorkloadFactsProps) {
  return (
    <Box className={`${columns.wide} ${columns.top}`} mt={16}>
      <Card title="Policy" at="policy">
        <PolicyYaml policy={workload.policy} />
      </Card>
      <Stack gap={16} miw={0}>
        <PolicyHistory namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
        <Card title="Conditions" at="conditions">
          <ConditionList conditions={workload.conditions} nowMs={nowMs} />
          {workload.state.kind === 'recommended' && <WrittenLine written={workload.written} nowMs={nowMs} />}
        </Card>
      </Stack>
    </Box>
  );
}

interface PolicyHistoryProps {
  namespace: string;
  name: string;
  nowMs: number;
}

function PolicyHistory({ namespace, name, nowMs }: PolicyHistoryProps) {
  return (
    <EntriesCard
      title="Edits"
      at="edits"
      namespace={namespace}
      name={name}
      kind="change"
      all="All edits"
      none="Nobody has changed it yet."
      line={(entry) => <Edit key={entry.id} entry={entry} nowMs={nowMs} />}
    />
  );
}

function Edit({ entry, nowMs }: { entry: AuditEntry; nowMs: number }) {
  const { title, tone, subject, result, detail } = entryWords(entry);
  const changes = entryChanges(entry);
  return (
    <li>
      <EntryHead title={title} tone={tone} atMs={entry.atMs} nowMs={nowMs} />
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
      <p className={shared.soft}>{[subject, result, detail].filter(Boolean).join(' · ')}</p>
    </li>
  );
}

interface RecentActionsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

function RecentActions({ namespace, name, nowMs }: RecentActionsProps) {
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
      {rest && <p className={shared.soft}>{rest}</p>}
      {entry.kind === 'action' && <ReasonList reasons={entry.reasons} nowMs={entry.atMs} />}
    </li>
  );
}

interface EntryHeadProps extends Pick<EntryWords, 'title' | 'tone'> {
  atMs: number;
  nowMs: number;
}

/** What an entry of the audit log is, and when it was made. */
function EntryHead({ title, tone, atMs, nowMs }: EntryHeadProps) {
  return (
    <p className={conditionListClasses.line}>
      <strong className={conditionListClasses.type} data-tone={tone}>
        {title}
      </strong>
      <span className={conditionListClasses.when}>
        <TimeAgo atMs={atMs} nowMs={nowMs} />
      </span>
    </p>
  );
}

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
function EntriesCard({ title, at, namespace, name, kind, all, none, line }: EntriesCardProps) {
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
        <p className={shared.soft}>
          {failure.kind === 'refused'
            ? failure.message
            : 'The audit log cannot be read now. Plumbline tries again.'}
        </p>
      )}
      {log?.entries.length === 0 && <p className={shared.soft}>{none}</p>}
      <ul className={conditionListClasses.list}>{log?.entries.map(line)}</ul>
    </Card>
  );
}
