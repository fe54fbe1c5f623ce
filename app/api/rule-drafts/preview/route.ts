import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { withNewPods } from '@/app/api/rules/with-new-pods';
import { RIGHTS } from '@/server/access';
import { draftedRuleSchema } from '@/server/contract/requests/rule-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { RuleEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** What the policy would do. Changes nothing. */
export const POST = trial<Runtime, RuleEdit>({
  on: runtime,
  schema: draftedRuleSchema,
  rights: () => [RIGHTS.read()],
  action: async ({ input, on }) => withNewPods(on, await operationsOf(on).rules.previewNew(input)),
});
