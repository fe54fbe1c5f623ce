'use client';

import type { StopScope } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';
import { scopeWords } from '@/server/words/stops';
import { useRevertEffect } from '../api/queries';
import { useRevert } from '../api/stop-actions';
import { notify } from '../notices/notify';
import { ForeseenList } from '../plan/foreseen-list';
import { ReplayOfOne } from '../replay/replay-of-one';
import { ConfirmDialog } from './confirm-dialog';

interface RevertDialogProps {
  scope: StopScope;
  onClose: () => void;
}

/** Reverts resizes in place, which a stop alone does not. */
export default function RevertDialog({ scope, onClose }: RevertDialogProps) {
  const revert = useRevert();
  const start = () =>
    revert.mutate(scope, {
      onSuccess: ({ reverted, failed }) => {
        notify({
          color: failed > 0 ? 'danger' : 'verdigris',
          title: `${countOf(reverted, 'pod')} reverted`,
          message:
            failed > 0 ? `${countOf(failed, 'pod')} could not be reverted; see the audit log.` : undefined,
        });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Revert pods: ${scopeWords(scope)}`}
      width={620}
      action="Revert pods"
      failed="Pods were not reverted"
      state={revert}
      onConfirm={start}
      onClose={onClose}
    >
      Pods that were resized in place get the requests of their template again, without eviction. Pods created
      since keep their requests.
      <Effect scope={scope} />
    </ConfirmDialog>
  );
}

function Effect({ scope }: { scope: StopScope }) {
  const { data, failure } = useRevertEffect(scope);
  if (!data)
    return (
      <p role="status">
        {failure ? 'Which pods those are cannot be read now.' : 'Reading which pods those are …'}
      </p>
    );
  const { pods, hpas, foreseen } = data;
  return (
    <>
      <p>
        {pods === 0 ? 'No pod was resized in place' : `That is ${countOf(pods, 'pod')}`}
        {hpas > 0 && `; ${countOf(hpas, 'HPA gets', 'HPAs get')} back the targets that were rewritten along`}.
      </p>
      <ReplayOfOne
        vpas={foreseen.map(({ namespace, name }) => ({
          namespace,
          name,
          variants: [
            { name: 'As recommended', updateMode: 'InPlaceOrRecreate' },
            { name: 'As the template states', updateMode: 'Off' },
          ],
        }))}
      />
      <ForeseenList label="What changes back" vpas={foreseen} />
    </>
  );
}
