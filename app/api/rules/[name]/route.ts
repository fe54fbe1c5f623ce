import { wholeDetail } from '@/app/api/listing';
import { mutation } from '@/app/api/mutation';
import { operationsOf, rulesOf } from '@/app/api/roles';
import { DEEDS, RIGHTS } from '@/server/access';
import { type RuleDeletion, ruleDeletionSchema, ruleEditSchema } from '@/server/contract/requests/rule-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { RuleEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** A policy, and one page of its workloads that the person may read. */
export const GET = wholeDetail<{ name: string }>(RIGHTS.readPolicies, (asked, { name }) => {
  const running = runtime();
  return running.pages.policies.one(rulesOf(running), name, asked);
});

/** Saves a change of a policy; answers with its effect. */
export const PATCH = mutation<Runtime, RuleEdit, { name: string }>({
  on: runtime,
  schema: ruleEditSchema,
  rights: ({ params }) => DEEDS['change-policy'](params),
  action: ({ input, params, author, on }) => operationsOf(on).rules.save(params.name, input, author),
});

/** Deletes a policy, and says what becomes of its VPAs. */
export const DELETE = mutation<Runtime, RuleDeletion, { name: string }>({
  on: runtime,
  schema: ruleDeletionSchema,
  rights: ({ params }) => DEEDS['delete-policy'](params),
  action: ({ input, params, author, on }) => operationsOf(on).rules.remove(params.name, input.vpas, author),
});
