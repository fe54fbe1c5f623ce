import { view } from '@/app/api/view';
import { eventsOf } from '@/server/process/pages/events';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What Kubernetes reports of a workload. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  eventsOf(runtime(), namespace, name),
);
