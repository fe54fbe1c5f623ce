import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { workloadEvents } from '@/server/pages/events';

export const dynamic = 'force-dynamic';

/** What Kubernetes reports of a workload. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  workloadEvents(runtime(), namespace, name),
);
