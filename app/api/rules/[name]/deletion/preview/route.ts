import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { withNewPods } from '@/app/api/rules/with-new-pods';
import { RIGHTS } from '@/server/access';
import { type RuleDeletion, ruleDeletionSchema } from '@/server/contract/requests/rule-edit';
import { type Runtime, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** What deleting the policy would do, with its VPAs kept or removed. Changes nothing. */
export const POST = trial<Runtime, RuleDeletion, { name: string }>({
  on: runtime,
  schema: ruleDeletionSchema,
  rights: () => [RIGHTS.read()],
  action: async ({ input, params, on }) =>
    withNewPods(on, await operationsOf(on).rules.previewRemoval(params.name, input.vpas)),
});
