import type {
  HpaBehavior,
  HpaScalingPolicy,
  HpaScalingRules,
  MetricSpec,
} from '@/server/contract/kubernetes';
import type { HpaEdit } from '@/server/contract/requests/hpa-edit';
import { type MetricFields, metricFields, metricSpec } from './metric-fields';

/** The rules of an HPA; what it scales is not among them. */
export type EditedRules = NonNullable<HpaEdit['was']>;

/** A number as typed; empty if it is not stated. */
type Typed = string | number;

export interface ScalingPolicyFields {
  type: HpaScalingPolicy['type'];
  value: Typed;
  periodSeconds: Typed;
}

/** How it scales in one direction; what is empty is as usual. */
export interface DirectionFields {
  window: Typed;
  select: '' | NonNullable<HpaScalingRules['selectPolicy']>;
  tolerance: string;
  policies: ScalingPolicyFields[];
}

/** An HPA as the form has it. */
export interface HpaFields {
  minReplicas: Typed;
  maxReplicas: Typed;
  metrics: MetricFields[];
  up: DirectionFields;
  down: DirectionFields;
}

export const NEW_POLICY: ScalingPolicyFields = { type: 'Pods', value: 4, periodSeconds: 60 };

export function rulesOfFields({ minReplicas, maxReplicas, metrics, behavior }: EditedRules): EditedRules {
  return JSON.parse(JSON.stringify({ minReplicas, maxReplicas, metrics, behavior })) as EditedRules;
}

export function hpaFields({ minReplicas, maxReplicas, metrics = [], behavior }: EditedRules): HpaFields {
  return {
    minReplicas: minReplicas ?? '',
    maxReplicas,
    metrics: metrics.map(metricFields),
    up: directionFields(behavior?.scaleUp),
    down: directionFields(behavior?.scaleDown),
  };
}

function directionFields(rules: HpaScalingRules = {}): DirectionFields {
  const { stabilizationWindowSeconds, selectPolicy, tolerance, policies = [] } = rules;
  return {
    window: stabilizationWindowSeconds ?? '',
    select: selectPolicy ?? '',
    tolerance: String(tolerance ?? ''),
    policies: policies.map((policy) => ({ ...policy })),
  };
}

/** The change from one version of the form to another; undefined if nothing changed. */
export function hpaEdit(was: EditedRules, opened: HpaFields, fields: HpaFields): HpaEdit | undefined {
  const edit: HpaEdit = {};
  if (differ(opened.minReplicas, fields.minReplicas)) edit.minReplicas = numberOf(fields.minReplicas) ?? null;
  if (differ(opened.maxReplicas, fields.maxReplicas)) edit.maxReplicas = numberOf(fields.maxReplicas) ?? 0;
  if (differ(opened.metrics, fields.metrics))
    edit.metrics = fields.metrics.map((metric) => specOf(metric, opened, was));
  if (differ([opened.up, opened.down], [fields.up, fields.down])) edit.behavior = behaviorOf(fields) ?? null;
  return Object.keys(edit).length > 0 ? { was, ...edit } : undefined;
}

/** A metric that was not touched stays as it is stated, with what the form does not know. */
function specOf(metric: MetricFields, { metrics }: HpaFields, was: EditedRules): MetricSpec {
  const place = metrics.findIndex((each) => !differ(each, metric));
  return was.metrics?.[place] ?? metricSpec(metric);
}

/** The places where what is typed is no number. */
export function unreadablePlaces({ minReplicas, maxReplicas, metrics, up, down }: HpaFields): string[] {
  const typed: [string, Typed][] = [
    ['minReplicas', minReplicas],
    ['maxReplicas', maxReplicas],
    ...metrics.flatMap(({ targetType, target }, place): [string, Typed][] =>
      targetType === 'Utilization' ? [[`metrics.${place}.target`, target]] : [],
    ),
    ...Object.entries({ up, down }).flatMap(([direction, { window, policies }]): [string, Typed][] => [
      [`${direction}.window`, window],
      ...policies.flatMap(({ value, periodSeconds }, place): [string, Typed][] => [
        [`${direction}.policies.${place}.value`, value],
        [`${direction}.policies.${place}.periodSeconds`, periodSeconds],
      ]),
    ]),
  ];
  return typed.flatMap(([place, value]) => (Number.isNaN(Number(value)) ? [place] : []));
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

function numberOf(typed: Typed): number | undefined {
  return String(typed).trim() === '' ? undefined : Number(typed);
}

function behaviorOf({ up, down }: HpaFields): HpaBehavior | undefined {
  const [scaleUp, scaleDown] = [rulesFor(up), rulesFor(down)];
  if (!scaleUp && !scaleDown) return undefined;
  return { ...(scaleUp && { scaleUp }), ...(scaleDown && { scaleDown }) };
}

function rulesFor({ window, select, tolerance, policies }: DirectionFields): HpaScalingRules | undefined {
  const stabilizationWindowSeconds = numberOf(window);
  const rules: HpaScalingRules = {
    ...(stabilizationWindowSeconds !== undefined && { stabilizationWindowSeconds }),
    ...(select && { selectPolicy: select }),
    ...(tolerance.trim() && { tolerance: tolerance.trim() }),
    ...(policies.length > 0 && {
      policies: policies.map(({ type, value, periodSeconds }) => ({
        type,
        value: numberOf(value) ?? 0,
        periodSeconds: numberOf(periodSeconds) ?? 0,
      })),
    }),
  };
  return Object.keys(rules).length > 0 ? rules : undefined;
}

/** My edits on top of a newer version: what I did not touch becomes theirs. */
export function rebasedHpaFields(opened: HpaFields, mine: HpaFields, newer: HpaFields): HpaFields {
  const kept = (Object.keys(newer) as (keyof HpaFields)[]).filter((key) => differ(opened[key], mine[key]));
  return { ...newer, ...Object.fromEntries(kept.map((key) => [key, mine[key]])) };
}

/** The bounds as typed, for the words about them. */
export function boundsOf({ minReplicas, maxReplicas }: HpaFields): { min: number; max: number } {
  return { min: numberOf(minReplicas) ?? 1, max: numberOf(maxReplicas) ?? 0 };
}
