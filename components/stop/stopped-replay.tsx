'use client';

import type { NewPodsWithout, StopScope } from '@/server/contract/operations';
import { usePolled } from '../api/queries';
import { ReplayOfOne } from '../replay/replay-of-one';

/** Last week under a stop, of one VPA whose pods it would change. */
export default function StoppedReplay({ scope }: { scope: StopScope }) {
  const { data } = usePolled<NewPodsWithout>(`/api/stop/new-pods?${new URLSearchParams(scope)}`);
  return (
    <ReplayOfOne
      vpas={(data?.vpas ?? []).map(({ namespace, name }) => ({
        namespace,
        name,
        variants: [{ name: 'As saved' }, { name: 'Stopped', updateMode: 'Off' }],
      }))}
    />
  );
}
