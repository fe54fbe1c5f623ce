'use client';

import { notifications } from '@mantine/notifications';
import type { StopScope } from '@/server/operations/views';
import { countOf } from '@/server/words/counts';
import { useRevert } from '../api/stop-actions';
import { ConfirmDialog } from './confirm-dialog';
import { scopeWords } from './scope-words';

interface RevertDialogProps {
  scope: StopScope;
  opened: boolean;
  onClose: () => void;
}

/** Undoes resizes in place, which a stop alone does not. */
export function RevertDialog({ scope, opened, onClose }: RevertDialogProps) {
  const revert = useRevert();
  const start = () =>
    revert.mutate(scope, {
      onSuccess: ({ reverted, failed }) => {
        notifications.show({
          color: failed > 0 ? 'danger' : 'verdigris',
          title: `${countOf(reverted, 'pod')} put back`,
          message:
            failed > 0 ? `${countOf(failed, 'pod')} could not be put back; see the audit log.` : undefined,
        });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Put pods back: ${scopeWords(scope)}`}
      action="Put pods back"
      failed="Pods were not put back"
      state={revert}
      opened={opened}
      onConfirm={start}
      onClose={onClose}
    >
      Pods that were resized in place go back to the requests of their template, without eviction. Pods
      created since keep their requests.
    </ConfirmDialog>
  );
}
