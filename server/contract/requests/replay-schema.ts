import * as z from 'zod';
import { readGiven } from '../../decide/estimators/parameter-text';
import { isRecommenderName, recommenderNamed } from '../../decide/estimators/recommenders';
import { UPDATE_MODES } from '../../objects/vpa-types';
import { MOST_VARIANTS, REPLAY_DAYS, USUAL_LIMITS } from '../replay-limits';
import { policyEditSchema } from './policy-edit';
import { scopeSchema } from './stops';

const LONGEST_NAME = 60;
/** Requests are kept and listed with their results. */
const LONGEST_REQUEST = 50_000;
const share = (name: string) => z.number(`${name} must be a share from 0 to 1`).min(0).max(1);

/** One thing to try: the policy of each workload as it is now, with changes. */
const variant = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'must name the variant')
      .max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`)
      .regex(/^\P{Cc}*$/u, 'must be one line'),
    recommender: z.string().max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`).optional(),
    /** Of the recommender; those of the policy too, if it has the same one. */
    parameters: z.record(z.string(), z.unknown()).optional(),
    updateMode: z.enum(UPDATE_MODES, `must be one of ${UPDATE_MODES.join(', ')}`).optional(),
    /** A change as the policy form sends it; for one workload. */
    edit: policyEditSchema.optional(),
  })
  .superRefine(({ recommender = 'default', parameters }, context) => {
    if (!parameters || !isRecommenderName(recommender)) return;
    const { given, faults } = readGiven(JSON.stringify(parameters));
    for (const message of [...faults, ...recommenderNamed(recommender).faultsOf(given)])
      context.addIssue({ code: 'custom', path: ['parameters'], message });
  });

/** What a proposal must keep; shares from 0 to 1. */
const limits = z.strictObject({
  oomsADay: z.number().min(0).default(USUAL_LIMITS.oomsADay),
  cpuShort: share('cpuShort').default(USUAL_LIMITS.cpuShort),
  memoryShort: share('memoryShort').default(USUAL_LIMITS.memoryShort),
});

/** The body of a start. */
export const replaySchema = z
  .strictObject({
    scope: scopeSchema.shape.scope,
    days: z.literal(REPLAY_DAYS, `must be one of ${REPLAY_DAYS.join(', ')}: how many days to replay`),
    loop: z.enum(['closed', 'open'], 'must be closed or open').default('closed'),
    /** Tried as they are, or a grid of them to choose from. */
    variants: z
      .array(variant)
      .max(MOST_VARIANTS, `must have at most ${MOST_VARIANTS} variants; start another replay for more`)
      .default([]),
    suggest: limits.optional(),
  })
  .superRefine(({ scope, variants, suggest }, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (suggest && scope.kind !== 'vpa') fault(['suggest'], 'is for one workload: name it in scope');
    if (suggest && variants.length > 0) fault(['variants'], 'must be empty, since suggest makes its own');
    if (!suggest && variants.length === 0) fault(['variants'], 'must have at least one variant');
    if (JSON.stringify(variants).length > LONGEST_REQUEST)
      fault(['variants'], `must have at most ${LONGEST_REQUEST} characters as JSON; try fewer at a time`);
    const names = new Set<string>();
    for (const [index, { name, edit }] of variants.entries()) {
      if (names.has(name))
        fault(['variants', index, 'name'], `"${name}" is there twice; choose another name`);
      names.add(name);
      if (edit && scope.kind !== 'vpa')
        fault(['variants', index, 'edit'], 'is for one workload: name it in scope');
    }
  });

export type VariantRequest = z.output<typeof variant>;
export type SuggestLimits = z.output<typeof limits>;
export type ReplayRequest = z.output<typeof replaySchema>;

/** The body of a cancel. */
export const cancelSchema = z.strictObject({});
