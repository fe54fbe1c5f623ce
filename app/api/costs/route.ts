import { listing } from '@/app/api/listing';
import { recommenderOf } from '@/app/api/roles';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** One page of what workloads, namespaces or policies cost, and their totals. */
export const GET = listing((asked) => {
  const running = runtime();
  recommenderOf(running);
  return running.pages.costs.list(asked);
});
