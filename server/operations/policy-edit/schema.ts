import { z } from 'zod';
import { UPDATE_MODES } from '../../kube/vpa-types';
import type { PolicyEdit } from './policy-edit';

const quantity = z.union([z.string(), z.number()]);
const amounts = z.record(z.string(), quantity);

const whole = z.number('must be a whole number').int('must be a whole number');

const evictionRequirement = z.looseObject({
  resources: z.array(z.enum(['cpu', 'memory'])).min(1, 'choose CPU, memory or both'),
  changeRequirement: z.enum(['TargetHigherThanRequests', 'TargetLowerThanRequests']),
});

const startupBoost = z.looseObject({
  cpu: z
    .looseObject({
      type: z.enum(['Factor', 'Quantity']).optional(),
      factor: whole.optional(),
      quantity: quantity.optional(),
      durationSeconds: whole.optional(),
    })
    .optional(),
});

/** The fields a policy may have; their meaning is checked where every VPA is, by the validation of admission. */
const containerPolicy = z.looseObject({
  containerName: z.string().min(1),
  mode: z.enum(['Auto', 'Off']).optional(),
  minAllowed: amounts.optional(),
  maxAllowed: amounts.optional(),
  controlledResources: z.array(z.enum(['cpu', 'memory'])).optional(),
  controlledValues: z.enum(['RequestsAndLimits', 'RequestsOnly']).optional(),
  oomBumpUpRatio: quantity.optional(),
  oomMinBumpUp: quantity.optional(),
  memoryAggregationIntervalSeconds: whole.optional(),
  memoryAggregationIntervalCount: whole.optional(),
  startupBoost: startupBoost.optional(),
});

/** A change of a VPA's policy as a form sends it. */
export const policyEditSchema: z.ZodType<PolicyEdit> = z.strictObject({
  generation: whole.optional(),
  updateMode: z.enum(UPDATE_MODES).optional(),
  minReplicas: whole.nullable().optional(),
  evictAfterOOMSeconds: whole.nullable().optional(),
  evictionRequirements: z.array(evictionRequirement).nullable().optional(),
  startupBoost: startupBoost.nullable().optional(),
  containerPolicies: z.array(containerPolicy).optional(),
});

/** A change that is to be saved says something. */
export const savedEditSchema = policyEditSchema.refine(
  ({ generation: _generation, ...edit }) => Object.keys(edit).length > 0,
  { message: 'nothing to change' },
);
