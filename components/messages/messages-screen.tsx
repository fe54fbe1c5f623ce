'use client';

import type { DeliveryView, MessagesView } from '@/server/contract/messages';
import { countOf } from '@/server/words/counts';
import { DELIVERIES } from '@/server/words/messages';
import { GuardedButton } from '../access/guarded-button';
import { useTestMessage } from '../api/message-actions';
import { useClusterTime, useMessages, useStatus } from '../api/queries';
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
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { deliveryTone, messageWords } from './message-words';
import classes from './messages-screen.module.css';
import { ReceiverTable } from './receiver-table';
import { RuleLines } from './rule-lines';
import { WaitingList } from './waiting-list';
import wrapClasses from './wrapped-cell.module.css';

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
  if (deliveries.length === 0) return <p className={shared.hint}>No message was sent yet.</p>;
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
  if (!view) return failureScreen(failure) ?? <LoadingScreen />;
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
