import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { graduationOf } from '@/server/pages/workloads/graduation';

export const dynamic = 'force-dynamic';

/** How a workload earns its update mode; null if its VPA does not ask for that. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  graduationOf(runtime(), namespace, name),
);
