import { decisionSchema } from '../../../contract/requests/decision';
import { runtime } from '../../runtime';
import { listing } from '../listing';
import { mutation } from '../mutation';
import { operationsOf, updaterOf } from '../roles';

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
