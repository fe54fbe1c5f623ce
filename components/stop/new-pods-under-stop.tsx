'use client';

import type { NewPodsWithout, StopScope } from '@/server/contract/operations';
import { usePolled } from '../api/queries';
import { NewPodsList } from '../plan/new-pods-list';

/** What pods that start under the stop state instead of what they would get. */
export function NewPodsUnderStop({ scope }: { scope: StopScope }) {
  const { data } = usePolled<NewPodsWithout>(`/api/stop/new-pods?${new URLSearchParams(scope)}`);
  return data ? <NewPodsList newPods={data} /> : null;
}
