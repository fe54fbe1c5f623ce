import { updaterOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) => {
  const running = runtime();
  return running.pages.approvals.one(updaterOf(running), namespace, name);
});
