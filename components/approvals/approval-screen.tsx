'use client';

import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApprovalAnswer, ApprovalRow } from '@/server/contract/approvals';
import type { DecisionRequest } from '@/server/contract/requests/decision';
import { countOf } from '@/server/words/counts';
import { GuardedButton } from '../access/guarded-button';
import { objectPath } from '../api/paths';
import { useClusterTime, usePolled, useStatus, useWorkload } from '../api/queries';
import { Card } from '../layout/card';
import { Command } from '../layout/command';
import { Fold } from '../layout/fold';
import { kubectl } from '../layout/kubectl';
import { ObjectHeading } from '../layout/object-heading';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { auditHref, workloadHref } from '../navigation/pages';
import { ChangesPanel, useAllPods } from '../plan/changes-panel';
import { ReasonList } from '../plan/reason-list';
import { LEFT_OR_APPLIED } from '../replay/edit-effect';
import { ReplayVerdict } from '../replay/replay-verdict';
import { failureScreen } from '../screens/failure-screen';
import { NoSuch } from '../screens/not-found-screens';
import { ApprovalGrounds } from './approval-grounds';
import { risksOf } from './approval-risk';
import classes from './approval-screen.module.css';
import { awaitsApproval } from './approval-words';
import { CannotApprove } from './approvals-screen';
import DecisionDialog from './decision-dialog';
import { DecisionTable } from './decision-table';

type Decision = DecisionRequest['decision'];

export function ApprovalScreen({ namespace, name }: { namespace: string; name: string }) {
  const { data, failure } = usePolled<ApprovalAnswer>(objectPath('/api/approvals', namespace, name));
  const nowMs = useClusterTime();
  const [deciding, setDeciding] = useState<{ decision: Decision; rows: readonly ApprovalRow[] }>();
  if (failure?.kind === 'refused' && failure.code === 'not-found')
    return (
      <NoSuch title={`No VPA ${namespace}/${name}`} href="/changes/approvals" list="approvals">
        It does not exist, or was deleted. It appears here within a pass once it is made.
      </NoSuch>
    );
  if (!data) return failureScreen(failure);
  const { waiting, decisions, missing } = data;
  const decide = (decision: Decision) => waiting && setDeciding({ decision, rows: [waiting] });
  return (
    <>
      <ObjectHeading
        crumbs={[
          { href: '/changes/approvals', label: 'Approvals' },
          { href: `/changes/approvals?${new URLSearchParams({ namespace })}`, label: namespace },
        ]}
        title={name}
        actions={
          waiting && (
            <>
              <GuardedButton deed={{ to: 'decide', namespace }} onClick={() => decide('Approved')}>
                Approve
              </GuardedButton>
              <GuardedButton
                deed={{ to: 'decide', namespace }}
                variant="default"
                onClick={() => decide('Rejected')}
              >
                Reject
              </GuardedButton>
            </>
          )
        }
      >
        {waiting && (
          <span>
            {countOf(waiting.pods, 'pod waits', 'pods wait')}
            {waiting.sinceMs !== undefined && (
              <>
                , asked <TimeAgo atMs={waiting.sinceMs} nowMs={nowMs} />
              </>
            )}
          </span>
        )}
        <Anchor component={Link} href={workloadHref(namespace, name)} fz="inherit">
          Its recommendation and evidence
        </Anchor>
        <Anchor component={Link} href={auditHref(namespace, name)} fz="inherit">
          Its past
        </Anchor>
      </ObjectHeading>
      <div className={classes.cards}>
        {missing && <CannotApprove missing={missing} />}
        {waiting && (
          <ReplayVerdict
            namespace={namespace}
            name={name}
            variants={LEFT_OR_APPLIED}
            label="Last week, replayed"
          />
        )}
        <Card title="What waits">{waiting ? <Waiting waiting={waiting} /> : <NothingWaits {...data} />}</Card>
        {waiting && <ApprovalReasons namespace={namespace} name={name} nowMs={nowMs} />}
        {waiting && <ApprovalGrounds namespace={namespace} name={name} nowMs={nowMs} />}
        {decisions.length > 0 && (
          <Card title="Decisions">
            <DecisionTable caption="Decisions about this VPA" decisions={decisions} nowMs={nowMs} />
          </Card>
        )}
      </div>
      {deciding && <DecisionDialog {...deciding} onDone={() => {}} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

/** What to type in a shell to make an object, given the command that reads it. */
function approvalCommand(approval: object, create: string): string {
  return `echo '${JSON.stringify(approval).replaceAll("'", `'\\''`)}' | ${create}`;
}

function Waiting({ waiting }: { waiting: NonNullable<ApprovalAnswer['waiting']> }) {
  const kubeconfig = useStatus().data?.kubeconfig;
  const { namespace, name, fault } = waiting;
  return (
    <>
      {fault !== undefined && (
        <Text inherit mb={10} c="var(--warning)">
          The annotation plumbline.dev/approvals {fault}. Until it is corrected, every change waits.
        </Text>
      )}
      <ChangesPanel namespace={namespace} name={name} of={awaitsApproval} />
      <Fold label="By kubectl">
        <Command text={approvalCommand(waiting.approval, kubectl('create -f -', kubeconfig))} />
      </Fold>
    </>
  );
}

function NothingWaits({ isAsking }: Pick<ApprovalAnswer, 'isAsking'>) {
  return (
    <Text className={shared.breaks} my={10} c="dimmed" fz={13}>
      {isAsking
        ? 'None of its changes waits for a person now.'
        : 'Nothing: this VPA asks for no approval, so its pods change within its other rules.'}
    </Text>
  );
}

interface ApprovalReasonsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

/** Why pods should change, and what could go wrong with it. */
function ApprovalReasons({ namespace, name, nowMs }: ApprovalReasonsProps) {
  const { plan } = useAllPods(namespace, name);
  const { data: workload } = useWorkload(namespace, name);
  const groups = plan?.filter(awaitsApproval) ?? [];
  if (groups.length === 0 || !workload) return null;
  const reasons = groups.flatMap((group) => group.reasons).filter(({ code }) => code !== 'awaits-approval');
  const risks = risksOf(
    groups.flatMap(({ changes }) => changes),
    workload.containers,
  );
  return (
    <div className={classes.pair}>
      <Card title="Reason">
        <ReasonList reasons={reasons} nowMs={nowMs} />
      </Card>
      <Card title="Risk">
        {risks.length === 0 && (
          <Text className={shared.breaks} my={10} c="dimmed" fz={13}>
            No use that was seen is above the new amounts.
          </Text>
        )}
        <ul className={classes.risks}>
          {risks.map(({ words, isHigh }) => (
            <li key={words} data-high={isHigh}>
              {words}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
