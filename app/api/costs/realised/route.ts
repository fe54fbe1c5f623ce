import { recommenderOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What became of requests since a date. */
export const GET = view(({ url }) => {
  const running = runtime();
  recommenderOf(running);
  return running.pages.costs.realised(new URL(url).searchParams);
});
