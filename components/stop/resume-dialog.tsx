'use client';

import { List, Loader } from '@mantine/core';
import type { UpdateMode } from '@/server/contract/kubernetes';
import type { StopScope } from '@/server/contract/operations';
import { scopeWords } from '@/server/words/stops';
import { useResumeEffect } from '../api/queries';
import { useStopAction } from '../api/stop-actions';
import { ForeseenList } from '../plan/foreseen-list';
import { ReplayOfOne } from '../replay/replay-of-one';
import { ConfirmDialog } from './confirm-dialog';
import { resumeWords } from './resume-words';

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
      <Effect scope={scope} />
    </ConfirmDialog>
  );
}

function Effect({ scope }: { scope: StopScope }) {
  const { data, failure } = useResumeEffect(scope);
  if (data)
    return (
      <>
        <List size="sm" spacing={6}>
          {resumeWords(data).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <ReplayOfOne
          vpas={(data.foreseen ?? []).map(({ namespace, name, updateMode }) => ({
            namespace,
            name,
            variants: [
              { name: 'Stopped', updateMode: 'Off' },
              { name: updateMode, updateMode: updateMode as UpdateMode },
            ],
          }))}
        />
        <ForeseenList label="What the first pass changes" vpas={data.foreseen ?? []} />
      </>
    );
  if (failure)
    return 'The effect cannot be computed now. Every VPA gets back its mode, and pods are changed again.';
  return (
    <span role="status">
      <Loader size={14} mr={8} aria-hidden="true" />
      Computing the effect
    </span>
  );
}
