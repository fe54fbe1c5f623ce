import { wholeDetail } from '@/app/api/listing';
import { nodesOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { runtime } from '@/server/host/runtime';
import { AppError } from '@/server/lib/report/errors';
import { nodeFor } from '@/server/pages/nodes/node-for';

export const dynamic = 'force-dynamic';

/** One node, how its numbers come about, and the pods that weigh most. */
export const GET = wholeDetail<{ name: string }>(RIGHTS.readNodes, async ({ reach }, { name }) => {
  const running = runtime();
  const node = await running.pages.nodes.page(nodesOf(running), name);
  if (!node) throw new AppError('not-found', `Node ${name}`);
  return nodeFor(node, reach);
});
