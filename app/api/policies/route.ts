import { fleetOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** One page of the policies. */
export const GET = view(({ url }) => {
  const running = runtime();
  return running.pages.policies.list(fleetOf(running), new URL(url).searchParams);
});
