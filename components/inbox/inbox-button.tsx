'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApprovalRow } from '@/server/contract/approvals';
import type { InboxAction } from '@/server/contract/inbox';
import { GuardedButton } from '../access/guarded-button';
import type { IntendedChange } from '../access/use-lack';
import { useMatchingApprovals } from '../api/approval-actions';
import Link from '../navigation/link';
import { useRowCluster } from '../navigation/row-cluster';
import { useWay } from '../navigation/use-way';
import { notify } from '../notices/notify';
import { onDemand } from '../on-demand/on-demand';
import { ApplyNowButton } from '../plan/apply-now-button';
import { useStopControls } from '../stop/stop-controls';
import { hpaFormHref, placeOfAction, policyFormHref } from './inbox-words';

const DecisionDialog = onDemand(() => import('../approvals/decision-dialog'));
const TryAgainDialog = onDemand(() => import('../workload/try-again-dialog'));

/** Does what helps, or opens the form that does, filled in; of another cluster it opens where that is done. */
export function InboxButton({ action, about }: { action: InboxAction; about: string }) {
  const cluster = useRowCluster();
  if (cluster !== undefined)
    return (
      <Button
        component={Link}
        href={placeOfAction(action)}
        size="xs"
        variant="default"
        aria-label={`${action.label} (${about}, ${cluster})`}
      >
        {action.label}
      </Button>
    );
  switch (action.do) {
    case 'try-again':
      return <TryAgainButton namespace={action.namespace} name={action.vpa} />;
    case 'apply-now':
      return <ApplyNowButton namespace={action.namespace} name={action.vpa} pods={action.pods} size="xs" />;
    case 'approve':
      return <ApproveButton action={action} about={about} />;
    default:
      return <OpenButton action={action} about={about} />;
  }
}

type Opens = Exclude<InboxAction, { do: 'try-again' | 'apply-now' | 'approve' }>;

function OpenButton({ action, about }: { action: Opens; about: string }) {
  const way = useWay();
  const stops = useStopControls();
  const open = () => {
    switch (action.do) {
      case 'edit-policy':
        return way.push(policyFormHref(action.namespace, action.vpa, action.fill));
      case 'edit-hpa':
        return way.push(hpaFormHref(action.namespace, action.hpa));
      case 'resume':
        return stops.resume(action.scope);
    }
  };
  return (
    <GuardedButton
      deed={deedOf(action)}
      size="xs"
      variant="default"
      onClick={open}
      aria-label={`${action.label} (${about})`}
    >
      {action.label}
    </GuardedButton>
  );
}

function deedOf(action: Opens): IntendedChange {
  switch (action.do) {
    case 'edit-policy':
      return { to: 'change-vpa', namespace: action.namespace, name: action.vpa };
    case 'edit-hpa':
      return { to: 'change-hpa', namespace: action.namespace, name: action.hpa };
    case 'resume': {
      const { scope } = action;
      if (scope.kind === 'all') return { to: 'resume' };
      return {
        to: 'resume',
        namespace: scope.namespace,
        ...(scope.kind === 'vpa' && { name: scope.name }),
      };
    }
  }
}

/** Opens the decision about all that waits, with all of it in sight. */
function ApproveButton({
  action,
  about,
}: {
  action: Extract<InboxAction, { do: 'approve' }>;
  about: string;
}) {
  const matching = useMatchingApprovals();
  const [rows, setRows] = useState<readonly ApprovalRow[]>();
  const { label, namespace, vpa } = action;
  const open = () =>
    matching.mutate(String(new URLSearchParams(namespace === undefined ? {} : { namespace })), {
      onSuccess: (found) =>
        setRows(vpa === undefined ? found.rows : found.rows.filter(({ name }) => name === vpa)),
      onError: ({ message }) => notify({ color: 'danger', title: 'What waits is not known', message }),
    });
  const close = () => setRows(undefined);
  return (
    <>
      <GuardedButton
        deed={{ to: 'decide', ...(namespace !== undefined && { namespace }) }}
        size="xs"
        variant="default"
        loading={matching.isPending}
        onClick={open}
        aria-label={`${label} (${about})`}
      >
        {label}
      </GuardedButton>
      {rows && <DecisionDialog decision="Approved" rows={rows} onDone={() => undefined} onClose={close} />}
    </>
  );
}

/** Asks first, then tries a change again that was undone, before its time. */
function TryAgainButton({ namespace, name }: { namespace: string; name: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <GuardedButton
        deed={{ to: 'change-vpa', namespace, name }}
        size="xs"
        variant="default"
        onClick={() => setAsking(true)}
        aria-label={`Try the undone change of ${namespace}/${name} again…`}
      >
        Try again…
      </GuardedButton>
      {isAsking && <TryAgainDialog namespace={namespace} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}
