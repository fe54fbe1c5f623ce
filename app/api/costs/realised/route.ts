import { listing } from '@/app/api/listing';
import { recommenderOf } from '@/app/api/roles';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** What became of requests since a date. */
export const GET = listing((asked) => {
  const running = runtime();
  recommenderOf(running);
  return running.pages.costs.realised(asked);
});
