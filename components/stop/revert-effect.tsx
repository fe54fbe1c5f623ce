import type { StopScope } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';
import { useRevertEffect } from '../api/queries';
import { ForeseenList } from '../plan/foreseen-list';
import { ReplayOfOne } from '../replay/replay-of-one';

/** What a revert does: how many pods, last week without the changes, and what changes back. */
export function RevertEffect({ scope }: { scope: StopScope }) {
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
