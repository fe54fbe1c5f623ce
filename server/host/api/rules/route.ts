import { RIGHTS } from '../../../access';
import { runtime } from '../../runtime';
import { wholeListing } from '../listing';
import { rulesOf } from '../roles';

/** One page of the policies. */
export const GET = wholeListing(RIGHTS.readPolicies, (asked) => {
  const running = runtime();
  return running.pages.policies.list(rulesOf(running), asked);
});
