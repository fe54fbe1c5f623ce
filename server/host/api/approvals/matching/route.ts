import { runtime } from '../../../runtime';
import { listing } from '../../listing';
import { updaterOf } from '../../roles';

export const GET = listing((asked) => {
  const running = runtime();
  return running.pages.approvals.matching(updaterOf(running), asked);
});
