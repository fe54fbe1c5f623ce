import { recommenderOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** One page of what workloads, namespaces or policies cost, and their totals. */
export const GET = view(({ url }) => {
  const running = runtime();
  recommenderOf(running);
  return running.pages.costs.list(new URL(url).searchParams);
});
