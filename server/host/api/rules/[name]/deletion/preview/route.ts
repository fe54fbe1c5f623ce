import { RIGHTS } from '../../../../../../access';
import { type RuleDeletion, ruleDeletionSchema } from '../../../../../../contract/requests/rule-edit';
import { type Runtime, runtime } from '../../../../../runtime';
import { trial } from '../../../../mutation';
import { operationsOf } from '../../../../roles';
import { withNewPods } from '../../../with-new-pods';

/** What deleting the policy would do, with its VPAs kept or removed. Changes nothing. */
export const POST = trial<Runtime, RuleDeletion, { name: string }>({
  on: runtime,
  schema: ruleDeletionSchema,
  rights: () => [RIGHTS.read()],
  action: async ({ input, params, on }) =>
    withNewPods(on, await operationsOf(on).rules.previewRemoval(params.name, input.vpas)),
});
