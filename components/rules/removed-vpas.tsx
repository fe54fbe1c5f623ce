import { Text } from '@mantine/core';
import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';
import { ForeseenList } from '../plan/foreseen-list';
import { NewPodsList } from '../plan/new-pods-list';
import { ReplayOfOne } from '../replay/replay-of-one';

type Removal = Pick<ScalingPolicyEffectView, 'trial' | 'removed' | 'withheld' | 'newPods'>;

/** What becomes of pods whose VPA is removed with a change of a rule: last week without it, what is held back, new pods. */
export function RemovedVpas({
  effect: { trial, removed = [], withheld = [], newPods },
}: {
  effect: Removal;
}) {
  if (removed.length === 0)
    return newPods && newPods.vpas.length > 0 ? <NewPodsList newPods={newPods} /> : null;
  const others = (trial?.removed ?? 0) - removed.length;
  return (
    <>
      <ReplayOfOne
        vpas={removed.map((vpa) => ({
          ...vpa,
          variants: [{ name: 'As saved' }, { name: 'Removed', updateMode: 'Off' }],
        }))}
      />
      <Text size="sm">
        {withheld.length > 0
          ? 'The next pass would change these pods, and does not once the VPAs are removed:'
          : 'The next pass would change no pod of those VPAs.'}
      </Text>
      <ForeseenList label="What is held back" vpas={withheld} />
      {newPods && <NewPodsList newPods={newPods} />}
      {others > 0 && (
        <Text size="sm">
          Of {removed.length} VPAs that are removed; {countOf(others, 'more goes', 'more go')} alike.
        </Text>
      )}
    </>
  );
}
