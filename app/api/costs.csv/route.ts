import { answer } from '@/app/api/answer';
import { askedIn } from '@/app/api/listing';
import { recommenderOf } from '@/app/api/roles';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** Every row of the costs that passes the filter and that the person may read, as a file. */
export const GET = answer(async (request, _params, person) => {
  const asked = await askedIn(request, person);
  const running = runtime();
  recommenderOf(running);
  const text = await running.pages.costs.csv(asked);
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="costs.csv"',
      'cache-control': 'private, no-cache',
    },
  });
}, 'person');
