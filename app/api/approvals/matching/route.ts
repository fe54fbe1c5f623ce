import { updaterOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = view(({ url }) => {
  const running = runtime();
  return running.pages.approvals.matching(updaterOf(running), new URL(url).searchParams);
});
