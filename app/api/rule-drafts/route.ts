import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { DEEDS, RIGHTS } from '@/server/access';
import { newRuleSchema } from '@/server/contract/requests/rule-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { RuleEdit } from '@/server/operations';
import { ruleDraft } from '@/server/pages/rules/rule-draft';

export const dynamic = 'force-dynamic';

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
