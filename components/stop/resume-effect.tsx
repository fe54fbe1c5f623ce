import { List, Loader } from '@mantine/core';
import type { UpdateMode } from '@/server/contract/kubernetes';
import type { StopScope } from '@/server/contract/operations';
import { useResumeEffect } from '../api/queries';
import { ForeseenList } from '../plan/foreseen-list';
import { ReplayOfOne } from '../replay/replay-of-one';
import { resumeWords } from './resume-words';

/** What a resume does: the modes that return, last week with them, and what the first pass changes. */
export function ResumeEffect({ scope }: { scope: StopScope }) {
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
