import { runtime } from '../../runtime';
import { answer } from '../answer';
import { download } from '../download';
import { askedIn } from '../listing';
import { recommenderOf } from '../roles';

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
