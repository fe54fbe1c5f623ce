import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { withNewPods } from '@/app/api/rules/with-new-pods';
import { RIGHTS } from '@/server/access';
import { ruleEditSchema } from '@/server/contract/requests/rule-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { RuleEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** What saving the change would do. Changes nothing. */
export const POST = trial<Runtime, RuleEdit, { name: string }>({
  on: runtime,
  schema: ruleEditSchema,
  rights: () => [RIGHTS.read()],
  action: async ({ input, params, on }) =>
    withNewPods(on, await operationsOf(on).rules.preview(params.name, input)),
});
