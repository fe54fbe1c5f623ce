import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { workloadEvents } from '@/server/pages/events';

export const dynamic = 'force-dynamic';

export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  workloadEvents(runtime(), namespace, name),
);
