import { RIGHTS } from '../../../../access';
import { draftedRuleSchema } from '../../../../contract/requests/rule-edit';
import type { RuleEdit } from '../../../../operations';
import { type Runtime, runtime } from '../../../runtime';
import { trial } from '../../mutation';
import { operationsOf } from '../../roles';
import { withNewPods } from '../../rules/with-new-pods';

/** What the policy would do. Changes nothing. */
export const POST = trial<Runtime, RuleEdit>({
  on: runtime,
  schema: draftedRuleSchema,
  rights: () => [RIGHTS.read()],
  action: async ({ input, on }) => withNewPods(on, await operationsOf(on).rules.previewNew(input)),
});
