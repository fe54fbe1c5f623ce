'use client';

import type { StopScope } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';
import { scopeWords } from '@/server/words/stops';
import { useRevert } from '../api/stop-actions';
import { notify } from '../notices/notify';
import { ConfirmDialog } from './confirm-dialog';
import { RevertEffect } from './revert-effect';

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
      <RevertEffect scope={scope} />
    </ConfirmDialog>
  );
}
