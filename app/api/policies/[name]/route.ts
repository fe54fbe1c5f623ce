import { fleetOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** A policy, and one page of its workloads. */
export const GET = view<{ name: string }>(({ url }, { name }) => {
  const running = runtime();
  return running.pages.policies.one(fleetOf(running), name, new URL(url).searchParams);
});
