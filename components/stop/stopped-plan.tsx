'use client';

import { Text } from '@mantine/core';
import type { NewPodsWithout, StopScope } from '@/server/contract/operations';
import type { PlannedPods } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import { usePlanWithin, usePolled } from '../api/queries';
import { ForeseenList } from '../plan/foreseen-list';
import { NewPodsList } from '../plan/new-pods-list';

const isNow = ({ decision }: PlannedPods) => decision === 'evict' || decision === 'resize';

/** What the next pass would do to pods, and does not once they are stopped. */
export default function StoppedPlan({ scope }: { scope: StopScope }) {
  const { data, failure } = usePlanWithin(scope);
  if (!data)
    return (
      <Text size="sm" role="status">
        {failure ? 'What is held back cannot be read now.' : 'Reading what is held back …'}
      </Text>
    );
  const { evict = 0, resize = 0 } = data.tallies.decision;
  const vpas = data.rows
    .map((row) => ({ ...row, groups: row.groups.filter(isNow) }))
    .filter(({ groups }) => groups.length > 0);
  const acts = [
    evict > 0 ? `evict ${countOf(evict, 'pod')}` : '',
    resize > 0 ? `resize ${countOf(resize, 'pod')} in place` : '',
  ].filter(Boolean);
  return (
    <>
      <div role="status">
        <Text size="sm">
          {acts.length === 0
            ? 'The next pass would change no pod there.'
            : `What the next pass would do is held back: ${acts.join(' and ')}.`}
        </Text>
        <ForeseenList label="What is held back" vpas={vpas} />
      </div>
      <NewPodsUnderStop scope={scope} />
    </>
  );
}

/** What pods that start under the stop state instead of what they would get. */
function NewPodsUnderStop({ scope }: { scope: StopScope }) {
  const { data } = usePolled<NewPodsWithout>(`/api/stop/new-pods?${new URLSearchParams(scope)}`);
  return data ? <NewPodsList newPods={data} /> : null;
}
