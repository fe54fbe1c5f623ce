import { nodesOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** One page of the nodes, and what they have together. */
export const GET = view(({ url }) => {
  const running = runtime();
  return running.pages.nodes(nodesOf(running), new URL(url).searchParams);
});
