import { wholeListing } from '@/app/api/listing';
import { nodesOf } from '@/app/api/roles';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** One page of the nodes, and what they have together. */
export const GET = wholeListing((asked) => {
  const running = runtime();
  return running.pages.nodes.list(nodesOf(running), asked);
});
