import * as z from 'zod';
import { MOST_FORESEEN } from '../operations';
import { policyEditSchema } from './policy-edit';

/** The parts of a policy that people write as YAML. */
export const WRITTEN_PARTS = ['calendar', 'approvals', 'graduation'] as const;
export type WrittenPart = (typeof WRITTEN_PARTS)[number];

const MOST_NAMES = 1000;
const LONGEST_TEXT = 16_384;
const names = z.array(z.string().min(1).max(253)).max(MOST_NAMES);
const text = z.string().max(LONGEST_TEXT).nullable().optional();

const selector = z.string().max(LONGEST_TEXT);

/** What a policy leaves out, its selector as text. */
const exclusion = z.strictObject({
  namespaces: names.optional(),
  names: names.optional(),
  selector: selector.optional(),
});
export type WrittenExclusion = z.output<typeof exclusion>;

/** A policy as a form sends it, or a change of one; absent fields stay as they are, null removes one. */
export const ruleEditSchema = z.strictObject({
  /** The generation of the policy that was edited: the edit is not saved over a newer one. */
  generation: z.int().optional(),
  precedence: z.int('must be a whole number').min(-2_147_483_648).max(2_147_483_647).nullable().optional(),
  /** Selectors as text: `env=prod,team in (shop,pay)`. */
  namespaceSelector: selector.nullable().optional(),
  workloadSelector: selector.nullable().optional(),
  kinds: names.nullable().optional(),
  exclude: z.array(exclusion).max(100).nullable().optional(),
  calendar: text,
  approvals: text,
  graduation: text,
  /** What the VPAs say, as a change of a VPA. */
  template: policyEditSchema.optional(),
  /** Whether somebody confirmed that it takes every workload. */
  everything: z.boolean().optional(),
  /** Of how many of the VPAs that it changes a preview tells what becomes of their pods; a few if absent. */
  foresee: z.int().min(1).max(MOST_FORESEEN).optional(),
});
export type RuleEdit = z.output<typeof ruleEditSchema> & { name?: string };

/** A new policy, of which only the name is needed. */
export const newRuleSchema = ruleEditSchema.extend({
  name: z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be lower case letters, digits, - and .')
    .max(63, 'must have at most 63 characters'),
});

/** A new policy while its name is being typed. */
export const draftedRuleSchema = ruleEditSchema.extend({
  name: z.string().max(253).optional(),
});

/** What becomes of the VPAs of a policy that is deleted. */
export const ruleDeletionSchema = z.strictObject({ vpas: z.enum(['Keep', 'Remove']) });
export type RuleDeletion = z.infer<typeof ruleDeletionSchema>;
