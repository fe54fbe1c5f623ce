'use client';

import type { StopScope } from '@/server/operations/views';
import { useStopAction } from '../api/stop-actions';
import { ConfirmDialog } from './confirm-dialog';
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
    <ConfirmDialog
      title={`Resume ${scopeWords(scope)}`}
      action="Resume"
      failed="Resume was not confirmed"
      state={resume}
      opened={opened}
      onConfirm={() => resume.mutate(scope, { onSuccess: onClose })}
      onClose={onClose}
    >
      Every VPA gets back the update mode it had, and Plumbline evicts and resizes pods again at its normal
      rate. VPAs under another stop stay stopped. Modes come back first, then the next pass changes the pods
      that the plan says wait for this.
    </ConfirmDialog>
  );
}
