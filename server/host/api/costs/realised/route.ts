import { runtime } from '../../../runtime';
import { listing } from '../../listing';
import { recommenderOf } from '../../roles';

/** What became of requests since a date. */
export const GET = listing((asked) => {
  const running = runtime();
  recommenderOf(running);
  return running.pages.costs.realised(asked);
});
