import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { eventsOf } from '@/server/pages/events';

export const dynamic = 'force-dynamic';

/** What Kubernetes reports of a workload. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  eventsOf(runtime(), namespace, name),
);
