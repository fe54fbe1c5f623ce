import { nodesOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { AppError } from '@/server/errors';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** One node, how its numbers come about, and the pods that weigh most. */
export const GET = view<{ name: string }>((_, { name }) => {
  const node = nodesOf(runtime()).detail(name);
  if (!node) throw new AppError('not-found', `Node ${name}`);
  return node;
});
