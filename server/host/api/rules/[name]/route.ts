import { DEEDS, RIGHTS } from '../../../../access';
import {
  type RuleDeletion,
  ruleDeletionSchema,
  ruleEditSchema,
} from '../../../../contract/requests/rule-edit';
import type { RuleEdit } from '../../../../operations';
import { type Runtime, runtime } from '../../../runtime';
import { wholeDetail } from '../../listing';
import { mutation } from '../../mutation';
import { operationsOf, rulesOf } from '../../roles';

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
