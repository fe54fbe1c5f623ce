import { RIGHTS } from '../../../../../access';
import { ruleEditSchema } from '../../../../../contract/requests/rule-edit';
import type { RuleEdit } from '../../../../../operations';
import { type Runtime, runtime } from '../../../../runtime';
import { trial } from '../../../mutation';
import { operationsOf } from '../../../roles';
import { withNewPods } from '../../with-new-pods';

/** What saving the change would do. Changes nothing. */
export const POST = trial<Runtime, RuleEdit, { name: string }>({
  on: runtime,
  schema: ruleEditSchema,
  rights: () => [RIGHTS.read()],
  action: async ({ input, params, on }) =>
    withNewPods(on, await operationsOf(on).rules.preview(params.name, input)),
});
