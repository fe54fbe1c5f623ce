'use client';

import { countOf } from '@/server/words/counts';
import { waitsForTimeAlone } from '@/server/words/waits-for-time';
import { objectPath } from '../api/paths';
import { sendChange } from '../api/request';
import { useChange } from '../api/use-change';
import { notify } from '../notices/notify';
import { LEFT_OR_APPLIED } from '../replay/edit-effect';
import { ReplayVerdict } from '../replay/replay-verdict';
import { ConfirmDialog } from '../stop/confirm-dialog';
import { ChangesPanel } from './changes-panel';

interface ApplyNowDialogProps {
  namespace: string;
  name: string;
  pods: number;
  onClose: () => void;
}

/** Has the changes of a VPA wait for their time no more, once it is confirmed. */
export default function ApplyNowDialog({ namespace, name, pods, onClose }: ApplyNowDialogProps) {
  const apply = useChange(
    () => sendChange('POST', `${objectPath('/api/vpas', namespace, name)}/apply-now`, {}),
    () => {
      onClose();
      notify({
        color: 'verdigris',
        title: `The changes of ${name} do not wait for their time`,
        message: 'They are made in the next pass, as far as budgets, room and approvals allow.',
      });
    },
  );
  return (
    <ConfirmDialog
      width={720}
      title={`Apply now: ${namespace}/${name}`}
      action="Apply now"
      failed="It was not asked for"
      state={apply}
      onConfirm={() => apply.mutate()}
      onClose={onClose}
    >
      <ReplayVerdict namespace={namespace} name={name} variants={LEFT_OR_APPLIED} />
      <ChangesPanel namespace={namespace} name={name} of={waitsForTimeAlone} />
      <p>
        For ten minutes, changes of {countOf(pods, 'pod')} do not wait for their time. Disruption budgets,
        room on nodes, quotas, approvals, calendars, stops and how often a pod may change in a day still
        count. It is recorded with your name.
      </p>
    </ConfirmDialog>
  );
}
