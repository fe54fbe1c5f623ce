import { runtime } from '../../runtime';
import { listing } from '../listing';
import { recommenderOf } from '../roles';

/** One page of what workloads, namespaces or policies cost, and their totals. */
export const GET = listing((asked) => {
  const running = runtime();
  recommenderOf(running);
  return running.pages.costs.list(asked);
});
