'use client';

import type { EffectView } from '@/server/contract/operations';
import { useEffectOf } from '../api/edits';
import { objectPath } from '../api/paths';
import { sendChange } from '../api/request';
import { useChange } from '../api/use-change';
import { notify } from '../notices/notify';
import { ForeseenList } from '../plan/foreseen-list';
import { LEFT_OR_APPLIED } from '../replay/edit-effect';
import { ReplayVerdict } from '../replay/replay-verdict';
import { ConfirmDialog } from '../stop/confirm-dialog';

interface TryAgainDialogProps {
  namespace: string;
  name: string;
  onClose: () => void;
}

/** Shows what the change does that was undone, then has it tried again. */
export default function TryAgainDialog({ namespace, name, onClose }: TryAgainDialogProps) {
  const path = `${objectPath('/api/vpas', namespace, name)}/try-again`;
  const tryAgain = useChange(
    () => sendChange('POST', path, {}),
    () => {
      onClose();
      notify({ color: 'verdigris', title: `The change of ${name} is tried again, with one pod first` });
    },
  );
  // Once it is tried again there is nothing left to foresee.
  const isAsked = tryAgain.isPending || tryAgain.isSuccess;
  const { data: effect, error } = useEffectOf<EffectView>(path, isAsked ? undefined : '{}');
  const foreseen = effect?.foreseen ?? [];
  return (
    <ConfirmDialog
      width={720}
      title={`Try again: ${namespace}/${name}`}
      action="Try again"
      failed="It is not tried again"
      state={tryAgain}
      onConfirm={() => tryAgain.mutate()}
      onClose={onClose}
    >
      <p>
        The change was undone because pods did worse with it. It is made with one pod first, and undone once
        more if that does worse; the former amounts are then held for twice as long.
      </p>
      <ReplayVerdict namespace={namespace} name={name} variants={LEFT_OR_APPLIED} />
      {error && <p role="alert">What it does to pods cannot be told now: {error.message}</p>}
      {!effect && !error && <p role="status">Computing the effect …</p>}
      {effect && foreseen.length === 0 && <p>The next pass would change no pod of it.</p>}
      {effect && foreseen.length > 0 && (
        <ForeseenList
          label="What changes"
          vpas={[{ namespace, name, updateMode: effect.after.updateMode, groups: foreseen }]}
        />
      )}
    </ConfirmDialog>
  );
}
