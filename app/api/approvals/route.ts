import { listing } from '@/app/api/listing';
import { mutation } from '@/app/api/mutation';
import { operationsOf, updaterOf } from '@/app/api/roles';
import { decisionSchema } from '@/server/contract/requests/decision';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = listing((asked) => {
  const running = runtime();
  return running.pages.approvals.list(updaterOf(running), asked);
});

/** Decides about changes exactly as shown; answers with what came of each. */
export const POST = mutation({
  on: runtime,
  schema: decisionSchema,
  /** Each change is judged by itself, by the right to create ChangeApprovals in its namespace. */
  rights: () => [],
  action: ({ input, author, on }) => operationsOf(on).approvals.decide(input, author),
});
