import { DEEDS, RIGHTS } from '../../../access';
import { newRuleSchema } from '../../../contract/requests/rule-edit';
import type { RuleEdit } from '../../../operations';
import { ruleDraft } from '../../../pages/rules/rule-draft';
import { type Runtime, runtime } from '../../runtime';
import { mutation } from '../mutation';
import { operationsOf } from '../roles';
import { view } from '../view';

/** What the form of a policy begins with; of a new one without `of`. */
export const GET = view(({ url }) => ruleDraft(runtime(), new URL(url).searchParams.get('of') ?? undefined), {
  entry: () => [RIGHTS.readPolicies()],
});

/** Makes a policy of a draft; answers with its effect. */
export const POST = mutation<Runtime, RuleEdit & { name: string }>({
  on: runtime,
  schema: newRuleSchema,
  rights: DEEDS['create-policy'],
  action: ({ input, author, on }) => operationsOf(on).rules.create(input, author),
});
