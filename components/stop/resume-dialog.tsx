'use client';

import type { StopScope } from '@/server/contract/operations';
import { scopeWords } from '@/server/words/stops';
import { useStopAction } from '../api/stop-actions';
import { ConfirmDialog } from './confirm-dialog';
import { ResumeEffect } from './resume-effect';

interface ResumeDialogProps {
  scope: StopScope;
  onClose: () => void;
}

/** After a resume, pods may be evicted again, so this shows the effect first. */
export default function ResumeDialog({ scope, onClose }: ResumeDialogProps) {
  const resume = useStopAction('resume');
  return (
    <ConfirmDialog
      title={`Resume ${scopeWords(scope)}`}
      width={620}
      action="Resume"
      failed="Resume was not confirmed"
      state={resume}
      onConfirm={() => resume.mutate({ scope }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ResumeEffect scope={scope} />
    </ConfirmDialog>
  );
}
