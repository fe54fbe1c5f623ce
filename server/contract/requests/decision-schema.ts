import * as z from 'zod';
import { MAX_AMOUNT, type RequestedAmounts } from '../../objects/units';
import { type DecisionRequest, MOST_DECIDED } from './decision';

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
  ) as unknown as z.ZodType<RequestedAmounts>;
const change = z.strictObject({
  namespace: name,
  name,
  containers: z.array(z.strictObject({ name, target })).min(1, 'names no container').max(MOST_CONTAINERS),
});

/** A decision as a page sends it. */
export const decisionSchema: z.ZodType<DecisionRequest> = z
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
