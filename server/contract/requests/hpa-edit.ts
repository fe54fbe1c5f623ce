import * as z from 'zod';
import type { HpaBehavior, MetricSpec } from '../../objects/types';

/** What a person can change of an HPA; what it scales stays. */
export interface HpaRules {
  minReplicas?: number | undefined;
  maxReplicas: number;
  metrics?: MetricSpec[] | undefined;
  behavior?: HpaBehavior | undefined;
}

const MOST_METRICS = 50;
const MOST_POLICIES = 20;
/** Both halves of a prefixed name at their longest. */
const LONGEST_NAME = 317;

const whole = z.number('must be a whole number').int('must be a whole number');
const name = z.string('must be text').max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`);
const quantity = z.union([name, z.number('must be a quantity')], 'must be a quantity');

const target = z.strictObject({
  type: name,
  averageUtilization: whole.optional(),
  averageValue: quantity.optional(),
  value: quantity.optional(),
});

const selector = z.strictObject({
  matchLabels: z.record(name, name).optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: name,
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: z.array(name).max(100).optional(),
      }),
    )
    .max(100)
    .optional(),
});

const metric = z.strictObject({ name, selector: selector.optional() });
const describedObject = z.strictObject({ apiVersion: name.optional(), kind: name, name });

const metricSpec = z.strictObject({
  type: name,
  resource: z.strictObject({ name, target: target.optional() }).optional(),
  containerResource: z.strictObject({ name, container: name, target: target.optional() }).optional(),
  pods: z.strictObject({ metric, target: target.optional() }).optional(),
  object: z.strictObject({ describedObject, metric, target: target.optional() }).optional(),
  external: z.strictObject({ metric, target: target.optional() }).optional(),
});

const policy = z.strictObject({
  type: z.enum(['Pods', 'Percent'], 'must be Pods or Percent'),
  value: whole,
  periodSeconds: whole,
});

const scalingRules = z.strictObject({
  stabilizationWindowSeconds: whole.optional(),
  selectPolicy: z.enum(['Max', 'Min', 'Disabled'], 'must be Max, Min or Disabled').optional(),
  policies: z.array(policy).max(MOST_POLICIES, `must be at most ${MOST_POLICIES}`).optional(),
  tolerance: quantity.optional(),
});

const behavior = z.strictObject({ scaleUp: scalingRules.optional(), scaleDown: scalingRules.optional() });
const metrics = z.array(metricSpec).max(MOST_METRICS, `must be at most ${MOST_METRICS}`);

/** Only compared with what the cluster has, which may have fields that are not known here. */
const stated = z.looseObject({ maxReplicas: whole }) as unknown as z.ZodType<HpaRules>;

/**
 * A change of an HPA as a form sends it. What is absent stays; null removes it, so that the default applies. Its shape
 * only: what the values may be, the API server says.
 */
export const hpaEditSchema = z.strictObject({
  /** The rules that were edited. If the cluster has others by now, nothing is saved. */
  was: stated.optional(),
  minReplicas: whole.nullable().optional(),
  maxReplicas: whole.optional(),
  metrics: metrics.min(1, 'state at least one metric').optional(),
  behavior: behavior.nullable().optional(),
});

export type HpaEdit = z.output<typeof hpaEditSchema>;

/** A change to be saved must change something. */
export const savedHpaEditSchema = hpaEditSchema.refine(
  ({ was: _was, ...edit }) => Object.keys(edit).length > 0,
  {
    message: 'nothing to change',
  },
);
