import { mutation } from '@/app/api/mutation';
import { operationsOf, updaterOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { decisionSchema } from '@/server/process/requests/approvals';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = view(({ url }) => {
  const running = runtime();
  return running.pages.approvals.list(updaterOf(running), new URL(url).searchParams);
});

/** Decides about changes exactly as shown; answers with what came of each. */
export const POST = mutation({
  on: runtime,
  schema: decisionSchema,
  /** Each change is judged by itself, by the right to create ChangeApprovals in its namespace. */
  rights: () => [],
  action: ({ input, author, on }) => operationsOf(on).decide(input, author),
});
