'use client';

import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeliveryView, MessagesView, ReceiverView, TestView } from '@/server/contract/messages';
import { countOf } from '@/server/words/counts';
import { DELIVERIES, TOPIC_WORDS, TOPICS } from '@/server/words/messages';
import { formatDuration } from '@/server/words/times';
import { GuardedButton } from '../access/guarded-button';
import { useClusterTime, useMessages, useStatus } from '../api/queries';
import { sendChange } from '../api/request';
import { IconAlertTriangle, IconBellOff, IconCircleCheck, IconSend } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import { ObjectHeading } from '../layout/object-heading';
import shared from '../layout/shared.module.css';
import dotClasses from '../layout/tone-dot.module.css';
import { FactTable } from '../lists/fact-table';
import factClasses from '../lists/fact-table.module.css';
import { TimeAgo } from '../live/time-ago';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { deliveryTone, messageWords, objectsWords, receiverState } from './message-words';
import classes from './messages-screen.module.css';
import waitingListClasses from './waiting-list.module.css';
import wrapClasses from './wrapped-cell.module.css';

const FORMATS = { json: 'JSON', slack: 'Slack' } as const;

/** Each address by its host: the rest of it may be a secret. */
function ReceiverTable({ receivers, nowMs }: { receivers: readonly ReceiverView[]; nowMs: number }) {
  return (
    <FactTable label="Addresses by host" headings={['Host', 'State', 'Waiting', 'Format']}>
      {receivers.map((receiver) => (
        <Row key={receiver.key} receiver={receiver} nowMs={nowMs} />
      ))}
    </FactTable>
  );
}

function Row({ receiver, nowMs }: { receiver: ReceiverView; nowMs: number }) {
  const { tone, words } = receiverState(receiver);
  const nextMs = receiver.failing?.nextMs;
  return (
    <tr>
      <th scope="row" className={factClasses.name}>
        {receiver.host}
      </th>
      <td className={wrapClasses.wrapped}>
        <span className={dotClasses.dot} data-tone={tone}>
          {words}
        </span>
        {nextMs !== undefined && nextMs > nowMs && (
          <>
            {' '}
            The next follows <TimeAgo atMs={nextMs} nowMs={nowMs} mayBeAhead />.
          </>
        )}
      </td>
      <td>{receiver.waiting}</td>
      <td>{FORMATS[receiver.format]}</td>
    </tr>
  );
}

const SECRET = `kubectl -n plumbline create secret generic plumbline-telling --from-literal=url='slack:https://hooks.slack.com/services/…'`;

function TestResult({ test }: { test: ReturnType<typeof useTestMessage> }) {
  const results = test.data?.results ?? [];
  const failed = results.filter(({ outcome }) => outcome !== 'delivered');
  return (
    <div role="status">
      {test.error && (
        <Callout
          icon={IconAlertTriangle}
          tone="danger"
          title="The test message was not sent"
          detail={test.error.message}
        />
      )}
      {results.length > 0 && (
        <Callout
          icon={failed.length > 0 ? IconAlertTriangle : IconCircleCheck}
          tone={failed.length > 0 ? 'warning' : 'neutral'}
          title={
            failed.length > 0 ? 'The test message did not arrive everywhere' : 'The test message arrived'
          }
          detail={results.map(({ host, outcome }) => `${host}: ${DELIVERIES[outcome]}`).join(' ')}
        />
      )}
    </div>
  );
}

function DeliveryTable({ deliveries, nowMs }: { deliveries: readonly DeliveryView[]; nowMs: number }) {
  if (deliveries.length === 0) return <p className={shared.soft}>No message was sent yet.</p>;
  return (
    <FactTable label="Deliveries, newest first" headings={['Message', 'Outcome', 'When', 'Host', 'Attempts']}>
      {deliveries.map(({ id, code, count, host, outcome, atMs, attempts }) => (
        <tr key={`${id} ${host}`}>
          <th scope="row" className={`${factClasses.name} ${wrapClasses.wrapped}`}>
            {messageWords(code, count)}
          </th>
          <td>
            <span className={dotClasses.dot} data-tone={deliveryTone(outcome)}>
              {DELIVERIES[outcome]}
            </span>
          </td>
          <td>
            <TimeAgo atMs={atMs} nowMs={nowMs} />
          </td>
          <td>{host}</td>
          <td>{attempts}</td>
        </tr>
      ))}
    </FactTable>
  );
}

/** Where people are told what happens, what waits, what came of the last messages, and a test. */
export function MessagesScreen() {
  const { data: view, failure } = useMessages();
  const nowMs = useClusterTime();
  const test = useTestMessage();
  const speed = useStatus().data?.clockSpeed ?? 1;
  if (!view) return failureScreen(failure);
  if (view.receivers.length === 0) return <NobodyIsTold />;
  return (
    <>
      <ObjectHeading
        title="Messages"
        actions={
          <GuardedButton
            deed={{ to: 'send-test' }}
            leftSection={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Send a test message
          </GuardedButton>
        }
      >
        <span>{headline(view, speed)}</span>
        {view.isPartial && <span>You see only messages about namespaces that you may read.</span>}
        {view.isAlone && (
          <span>
            Processes cannot agree on which of them sends messages, so one may come twice; see Overview.
          </span>
        )}
      </ObjectHeading>
      <TestResult test={test} />
      <div className={classes.cards}>
        <Card title="Where messages go">
          <ReceiverTable receivers={view.receivers} nowMs={nowMs} />
        </Card>
        {view.waiting.length > 0 && (
          <Card
            title="Waiting"
            aside={<span className={shared.soft}>{countOf(view.waiting.length, 'message')}</span>}
          >
            <WaitingList view={view} nowMs={nowMs} />
          </Card>
        )}
        <Card title="Last deliveries">
          <DeliveryTable deliveries={view.deliveries} nowMs={nowMs} />
        </Card>
        <Card title="What is told">
          <RuleLines view={view} speed={speed} />
        </Card>
      </div>
    </>
  );
}

function headline({ receivers, madeLastHour, perHour }: MessagesView, speed: number): string {
  const hour = speed === 1 ? 'hour' : 'hour of real time';
  return `Messages go to ${countOf(receivers.length, 'address', 'addresses')}; ${madeLastHour} of at most ${perHour} in the last ${hour}.`;
}

function NobodyIsTold() {
  return (
    <>
      <ObjectHeading title="Messages">
        <span>Messages about problems, stops and what waits for a person, to Slack or any webhook.</span>
      </ObjectHeading>
      <Screen
        icon={IconBellOff}
        title="No messages are sent yet"
        headingLevel={2}
        remedy="Set PLUMBLINE_TELL_URL to one address or several and restart; in a cluster, deploy/ reads it from a Secret."
        command={SECRET}
      >
        The settings name no address to send messages to.
      </Screen>
    </>
  );
}

/** Sends a test message; what came of it is among the deliveries right after. */
function useTestMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => sendChange<TestView>('POST', '/api/messages/test', {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/api/messages'] }),
  });
}

/** What the settings say is told, and how often; `speed` is that of the cluster's clock, in times real time. */
function RuleLines({ view, speed }: { view: MessagesView; speed: number }) {
  const { topics, graceMs, minIntervalMs, perHour, giveUpMs, isSigned, externalUrl } = view;
  const untold = TOPICS.filter((topic) => !topics.includes(topic));
  return (
    <>
      <ul className={classes.topics}>
        {topics.map((topic) => (
          <li key={topic}>{TOPIC_WORDS[topic]}</li>
        ))}
      </ul>
      {untold.length > 0 && (
        <Text className={shared.breaks} maw="90ch" mt={8} c="dimmed" fz={13}>
          Turned off in PLUMBLINE_TELL_EVENTS: {untold.map((topic) => TOPIC_WORDS[topic]).join('; ')}.
        </Text>
      )}
      <Text className={shared.breaks} maw="90ch" mt={8} c="dimmed" fz={13}>
        A problem is told once it lasted {formatDuration(graceMs)}. There is at most one message in{' '}
        {formatDuration(minIntervalMs)} and {perHour} in an hour; what happens meanwhile is told together. A
        message that cannot be delivered is tried for {formatDuration(giveUpMs)}.
        {speed !== 1 && ` These are real times; the cluster's clock runs ${speed} times as fast.`} Bodies are{' '}
        {isSigned ? 'signed' : 'not signed'}, and{' '}
        {externalUrl
          ? `links lead to ${externalUrl}`
          : 'have no links, since PLUMBLINE_EXTERNAL_URL is not set'}
        .
      </Text>
    </>
  );
}

/** The messages that some receiver still has to get, oldest first. */
function WaitingList({ view: { waiting, dropped }, nowMs }: { view: MessagesView; nowMs: number }) {
  return (
    <>
      <ul className={waitingListClasses.list}>
        {waiting.map((message) => (
          <li key={message.id}>
            <span>{messageWords(message.code, message.count)}</span>
            <span className={waitingListClasses.soft}>
              {objectsWords(message)}
              {' · '}
              <TimeAgo atMs={message.atMs} nowMs={nowMs} />, for {message.hosts.join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {dropped > 0 && (
        <p className={waitingListClasses.soft}>
          {countOf(dropped, 'older message was', 'older messages were')} dropped, because too many waited.
        </p>
      )}
    </>
  );
}
