import { answer } from '@/app/api/answer';
import { recommenderOf } from '@/app/api/roles';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** Every row of the costs that passes the filter, as a file. */
export const GET = answer(async ({ url }) => {
  const running = runtime();
  recommenderOf(running);
  const text = await running.pages.costs.csv(new URL(url).searchParams);
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="costs.csv"',
      'cache-control': 'private, no-cache',
    },
  });
});
