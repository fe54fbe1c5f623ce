import { wholeListing } from '@/app/api/listing';
import { nodesOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** One page of the nodes, and what they have together. */
export const GET = wholeListing(RIGHTS.readNodes, (asked) => {
  const running = runtime();
  return running.pages.nodes.list(nodesOf(running), asked);
});
