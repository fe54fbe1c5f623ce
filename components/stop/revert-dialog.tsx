'use client';

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { StopScope } from '@/server/operations/views';
import { countOf } from '@/server/words/counts';
import { useRevert } from '../api/stop-actions';
import { Dialog } from '../layout/dialog';
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
    <Dialog opened={opened} onClose={onClose} title={`Put pods back: ${scopeWords(scope)}`}>
      <Stack>
        <Text size="sm">
          Pods that were resized in place go back to the requests of their template, without eviction. Pods
          created since keep their requests.
        </Text>
        {revert.isError && (
          <Alert color="danger" title="Pods were not put back">
            {revert.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={revert.isPending} onClick={start}>
            Put pods back
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
