import { wholeListing } from '@/app/api/listing';
import { rulesOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** One page of the policies. */
export const GET = wholeListing(RIGHTS.readPolicies, (asked) => {
  const running = runtime();
  return running.pages.policies.list(rulesOf(running), asked);
});
