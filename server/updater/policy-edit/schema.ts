import { z } from 'zod';
import { UPDATE_MODES } from '../../kube/vpa-types';
import type { PolicyEdit } from '../handle';

const quantity = z.union([z.string(), z.number()]);
const amounts = z.record(z.string(), quantity);

/** The fields a policy may have; their meaning is checked where every VPA is, by the validation of admission. */
const containerPolicy = z.looseObject({
  containerName: z.string().min(1),
  mode: z.enum(['Auto', 'Off']).optional(),
  minAllowed: amounts.optional(),
  maxAllowed: amounts.optional(),
  controlledResources: z.array(z.enum(['cpu', 'memory'])).optional(),
  controlledValues: z.enum(['RequestsAndLimits', 'RequestsOnly']).optional(),
});

/** A change of a VPA's policy as a form sends it. */
export const policyEditSchema: z.ZodType<PolicyEdit> = z.strictObject({
  updateMode: z.enum(UPDATE_MODES).optional(),
  minReplicas: z.number().int().min(1).nullable().optional(),
  containerPolicies: z.array(containerPolicy).optional(),
});

/** A change that is to be saved says something. */
export const savedEditSchema = policyEditSchema.refine((edit) => Object.keys(edit).length > 0, {
  message: 'nothing to change',
});
