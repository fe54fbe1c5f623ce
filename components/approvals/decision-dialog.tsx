'use client';

import { Anchor, Stack, Text, Textarea } from '@mantine/core';
import { memo, useState } from 'react';
import type { ApprovalRow } from '@/server/contract/approvals';
import type { DecisionRequest } from '@/server/contract/requests/decision';
import { GuardedButton } from '../access/guarded-button';
import { useDecide } from '../api/approval-actions';
import { Dialog, DialogActions, Failed } from '../layout/dialog';
import { DialogList } from '../layout/dialog-list';
import Link from '../navigation/link';
import { approvalHref } from '../navigation/pages';
import { notify } from '../notices/notify';
import { ChangesPanel } from '../plan/changes-panel';
import { LEFT_OR_APPLIED } from '../replay/edit-effect';
import { ReplayOfOne } from '../replay/replay-of-one';
import { awaitsApproval, changesCount, decidedChanges, outcomeWords } from './approval-words';
import { ChangeLines } from './change-lines';

interface DecisionDialogProps {
  decision: DecisionRequest['decision'];
  /** What is decided about, exactly as shown when it was opened. */
  rows: readonly ApprovalRow[];
  /** Called with those that were decided about. */
  onDone: (rows: readonly ApprovalRow[]) => void;
  onClose: () => void;
}

const LONGEST_REASON = 1000;
/** Of more, those that the person may not decide about are named after the attempt. */
const MOST_ASKED = 50;
/** Of more VPAs, only the requests are told, not pod by pod. */
const MOST_TOLD = 5;
const WORDS = {
  Approved: {
    verb: 'Approve',
    done: 'approved',
    about:
      'Pods get these requests as soon as nothing else holds them back, and no more than these. What the plan raises further until then waits again.',
  },
  Rejected: {
    verb: 'Reject',
    done: 'rejected',
    about:
      'Pods keep their requests until the target moves or the rejection expires. Earlier approvals no longer count.',
  },
} as const;

/** Asks for confirmation, with all that is decided about in sight; says what was not decided, and why. */
export default function DecisionDialog({ decision, rows, onDone, onClose }: DecisionDialogProps) {
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const { verb, done, about } = WORDS[decision];
  const outcome = decide.data && outcomeWords(decide.data);
  const isReady = decision === 'Approved' || reason.trim() !== '';
  const confirm = () => {
    if (!isReady) return;
    const asked = {
      decision,
      changes: decidedChanges(rows),
      ...(reason.trim() && { reason: reason.trim() }),
    };
    decide.mutate(asked, {
      onSuccess: (view) => {
        const words = outcomeWords(view);
        onDone(rows);
        if (words.others.length > 0) return;
        notify({ color: 'verdigris', title: `${changesCount(words.done)} ${done}` });
        onClose();
      },
    });
  };
  return (
    <Dialog onClose={onClose} title={`${verb} ${changesCount(rows.length)}`} width={620}>
      {outcome ? (
        <Outcome done={`${changesCount(outcome.done)} ${done}.`} others={outcome.others} />
      ) : (
        <Stack gap="sm">
          <DecidedAbout rows={rows} />
          <Text size="sm">{about}</Text>
          <Textarea
            label={decision === 'Approved' ? 'Reason (optional)' : 'Reason'}
            description="It stays with the decision and in the audit log."
            autosize
            minRows={2}
            maxLength={LONGEST_REASON}
            required={decision === 'Rejected'}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Failed title="Nothing was decided" error={decide.error} />
        </Stack>
      )}
      <DialogActions cancel={outcome ? 'Close' : 'Cancel'} onClose={onClose}>
        {!outcome && (
          <GuardedButton
            deed={rows.slice(0, MOST_ASKED).map(({ namespace }) => ({ to: 'decide', namespace }))}
            color={decision === 'Rejected' ? 'danger' : undefined}
            disabled={!isReady}
            loading={decide.isPending}
            onClick={confirm}
          >
            {verb}
          </GuardedButton>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Of hundreds of changes nothing is drawn again with each letter of the reason. */
const DecidedAbout = memo(function DecidedAbout({ rows }: Pick<DecisionDialogProps, 'rows'>) {
  return (
    <>
      <ReplayOfOne
        vpas={rows.map(({ namespace, name }) => ({ namespace, name, variants: LEFT_OR_APPLIED }))}
      />
      <DialogList label="What is decided about">
        {rows.map((row) => (
          <li key={`${row.namespace}/${row.name}`}>
            <strong>
              {row.namespace}/{row.name}
            </strong>
            {rows.length <= MOST_TOLD ? (
              <ChangesPanel namespace={row.namespace} name={row.name} of={awaitsApproval} />
            ) : (
              <ChangeLines row={row} />
            )}
          </li>
        ))}
      </DialogList>
    </>
  );
});

function Outcome({ done, others }: { done: string; others: ReturnType<typeof outcomeWords>['others'] }) {
  return (
    <div role="status">
      <Text size="sm" mb="xs">
        {done} These were not:
      </Text>
      <DialogList>
        {others.map(({ key, namespace, name, why }) => (
          <li key={key}>
            <Anchor component={Link} href={approvalHref(namespace, name)}>
              {key}
            </Anchor>
            : {why}
          </li>
        ))}
      </DialogList>
    </div>
  );
}
