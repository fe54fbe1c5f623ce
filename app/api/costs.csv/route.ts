import { answer } from '@/app/api/answer';
import { download } from '@/app/api/download';
import { askedIn } from '@/app/api/listing';
import { recommenderOf } from '@/app/api/roles';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Every row of the costs that passes the filter and that the person may read, as a file. */
export const GET = answer(async (request, _params, person) => {
  const asked = await askedIn(request, person);
  const running = runtime();
  recommenderOf(running);
  return download({
    name: 'costs.csv',
    mediaType: 'text/csv; charset=utf-8',
    body: await running.pages.costs.csv(asked),
  });
}, 'person');
