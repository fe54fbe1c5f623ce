'use client';

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { StopScope } from '@/server/operations/views';
import { useStopAction } from '../api/stop-actions';
import { Dialog } from '../layout/dialog';
import { scopeWords } from './scope-words';

interface ResumeDialogProps {
  scope: StopScope;
  opened: boolean;
  onClose: () => void;
}

/** Lifting a stop lets pods be evicted again, so it is confirmed as well. */
export function ResumeDialog({ scope, opened, onClose }: ResumeDialogProps) {
  const resume = useStopAction('resume');
  return (
    <Dialog opened={opened} onClose={onClose} title={`Resume ${scopeWords(scope)}`}>
      <Stack>
        <Text size="sm">
          Every VPA gets back the update mode it had, and Plumbline evicts and resizes pods again at its
          normal rate. VPAs under another stop stay stopped. Modes come back first, then the next pass changes
          the pods that the plan says wait for this.
        </Text>
        {resume.isError && (
          <Alert color="danger" title="Resume was not confirmed">
            {resume.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={resume.isPending} onClick={() => resume.mutate(scope, { onSuccess: onClose })}>
            Resume
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
