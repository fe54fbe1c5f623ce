import { view } from '@/app/api/view';
import { graduationOf } from '@/server/process/pages/graduation';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** How a workload earns its update mode; null if its VPA does not ask for that. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  graduationOf(runtime(), namespace, name),
);
