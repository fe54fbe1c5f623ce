import * as z from 'zod';
import { policyEditSchema } from './policy-edit-schema';
import type { RuleEdit } from './rule-edit';

const MOST_NAMES = 1000;
const LONGEST_TEXT = 16_384;
const names = z.array(z.string().min(1).max(253)).max(MOST_NAMES);
const text = z.string().max(LONGEST_TEXT).nullable().optional();

const selector = z.string().max(LONGEST_TEXT);

/** A change of a policy as a form sends it. */
export const ruleEditSchema = z.strictObject({
  generation: z.int().optional(),
  precedence: z.int('must be a whole number').min(-2_147_483_648).max(2_147_483_647).nullable().optional(),
  namespaceSelector: selector.nullable().optional(),
  workloadSelector: selector.nullable().optional(),
  kinds: names.nullable().optional(),
  exclude: z
    .array(
      z.strictObject({
        namespaces: names.optional(),
        names: names.optional(),
        selector: selector.optional(),
      }),
    )
    .max(100)
    .nullable()
    .optional(),
  calendar: text,
  approvals: text,
  graduation: text,
  template: policyEditSchema.optional(),
  everything: z.boolean().optional(),
}) satisfies z.ZodType<RuleEdit>;

/** A new policy, of which only the name is needed. */
export const newRuleSchema = ruleEditSchema.extend({
  name: z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be lower case letters, digits, - and .')
    .max(63, 'must have at most 63 characters'),
}) satisfies z.ZodType<RuleEdit & { name: string }>;

/** A new policy while its name is being typed. */
export const draftedRuleSchema = ruleEditSchema.extend({
  name: z.string().max(253).optional(),
}) satisfies z.ZodType<RuleEdit>;

/** What becomes of the VPAs of a policy that is deleted. */
export const ruleDeletionSchema = z.strictObject({ vpas: z.enum(['Keep', 'Remove']) });
export type RuleDeletion = z.infer<typeof ruleDeletionSchema>;
