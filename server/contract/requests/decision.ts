import * as z from 'zod';
import { type Amounts, MAX_AMOUNT } from '../../objects/units';

/** Changes decided about at once. */
export const MOST_DECIDED = 500;

const LONGEST_NAME = 253;
const LONGEST_REASON = 1000;
const MOST_CONTAINERS = 100;

const name = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`);
const amount = z.number('must be a number').nonnegative('must not be negative').max(MAX_AMOUNT).optional();
const target = z
  .strictObject({ cpu: amount, memory: amount, 'ephemeral-storage': amount })
  .refine(
    (amounts) => Object.values(amounts).some((one) => one !== undefined),
    'states no amount',
  ) as unknown as z.ZodType<Amounts>;
/** A change of one VPA as a person saw it; amounts in millicores and bytes. */
const change = z.strictObject({
  namespace: name,
  name,
  containers: z.array(z.strictObject({ name, target })).min(1, 'names no container').max(MOST_CONTAINERS),
});

/** What a person decides about one or more changes, exactly as shown. */
export const decisionSchema = z
  .strictObject({
    decision: z.enum(['Approved', 'Rejected'], 'must be Approved or Rejected'),
    reason: z
      .string()
      .trim()
      .max(LONGEST_REASON, `must have at most ${LONGEST_REASON} characters`)
      .optional(),
    changes: z
      .array(change)
      .min(1, 'names no change')
      .max(MOST_DECIDED, `must be at most ${MOST_DECIDED} at once`)
      .refine(
        (all) => new Set(all.map(({ namespace, name: vpa }) => `${namespace}/${vpa}`)).size === all.length,
        'names a VPA twice',
      ),
  })
  .refine(({ decision, reason }) => decision === 'Approved' || reason, {
    path: ['reason'],
    message: 'is needed to reject',
  });

export type DecidedChange = z.output<typeof change>;
export type DecisionRequest = z.output<typeof decisionSchema>;

/** What came of it, per VPA. */
export type DecisionOutcome =
  /** Decided. */
  | 'done'
  /** Not decided: what was shown is no step of what is planned by now. */
  | 'moved'
  /** Not decided: nothing waits there any more. */
  | 'over'
  /** Refused, or the cluster did not answer. */
  | 'failed';

/** POST /api/approvals */
export interface DecisionsView {
  results: { namespace: string; name: string; outcome: DecisionOutcome; message?: string }[];
}
