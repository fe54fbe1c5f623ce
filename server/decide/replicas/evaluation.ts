import { formatQuantity } from '../../objects/quantity';
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricValueStatus,
} from '../../objects/types';
import {
  able,
  active,
  badSelector,
  blocked,
  DISABLED,
  GOT_SCALE,
  type HpaCondition,
  limited,
} from './conditions';
import type { EvaluationInput, MetricReading, Selected } from './input';
import type { ReplicaLimits } from './limits';
import { evaluateMetric, type MetricOutcome } from './metric';
import { metricName, metricSpecs } from './metric-specs';
import { firstPast, type HpaPast, withRecommendation } from './past';
import type { CurrentValue } from './proposal';
import type { ScalingBehavior } from './rules';
import type { ScaledPod } from './scaled-pod';
import { reachOf, type Settled, settleReplicas } from './settling';
import { tolerancesOf } from './tolerance';

/** What the metrics of an HPA ask for together; `metric` and `first` are their places in the spec. */
type Combined =
  | { readonly kind: 'chosen'; readonly metric: number; readonly replicas: number }
  /** `best`: what the valid ones asked for. */
  | { readonly kind: 'blocked'; readonly first: number; readonly failed: number; readonly best?: number };

/**
 * The highest proposal wins. A metric that failed might have asked for more, so it keeps the target from
 * shrinking, not from growing (Kubernetes 1.37, pkg/controller/podautoscaler, horizontal.go, `computeReplicasForMetrics`).
 */
function combine(outcomes: readonly MetricOutcome[], specReplicas: number): Combined {
  let [first, failed] = [-1, 0];
  let chosen: { metric: number; replicas: number } | undefined;
  outcomes.forEach((outcome, metric) => {
    if (outcome.kind === 'failed') {
      if (failed === 0) first = metric;
      failed++;
    } else if (!chosen || outcome.replicas > chosen.replicas) chosen = { metric, replicas: outcome.replicas };
  });
  if (!chosen || (failed > 0 && chosen.replicas < specReplicas))
    return { kind: 'blocked', first, failed, best: chosen?.replicas };
  return { kind: 'chosen', ...chosen };
}

/** What decided the number of replicas. */
export type ReplicaCourse =
  /** The target has no replicas and the HPA did not make it so: it is left alone. */
  | { readonly kind: 'disabled' }
  /** The replicas are out of bounds: they jump there, whatever the metrics say. */
  | { readonly kind: 'above-max' | 'below-min' }
  | { readonly kind: 'bad-selector' }
  /** Metrics failed, so the replicas stay. */
  | { readonly kind: 'blocked'; readonly combined: Extract<Combined, { kind: 'blocked' }> }
  | {
      readonly kind: 'metrics';
      readonly combined: Extract<Combined, { kind: 'chosen' }>;
      readonly settled: Settled;
    };

export interface MetricEvaluation {
  readonly spec: MetricSpec;
  readonly outcome: MetricOutcome;
}

/** One evaluation of one HPA, with all that it is based on. */
export interface Evaluation {
  readonly atMs: number;
  readonly currentReplicas: number;
  readonly desiredReplicas: number;
  /** Why the replicas change, as the event says; empty if they stay, or go where the recent past said. */
  readonly reason: string;
  readonly course: ReplicaCourse;
  /** Every metric of the spec in its order; empty if none was needed. */
  readonly metrics: readonly MetricEvaluation[];
  /** The conditions that this evaluation sets; others stay as they are. */
  readonly conditions: readonly HpaCondition[];
  readonly currentMetrics: readonly MetricStatus[];
  /** What the next evaluation needs. */
  readonly past: HpaPast;
}

const UNREAD: MetricReading = { kind: 'failed', error: 'the metric was not read' };
const ABOVE_MAX = 'Current number of replicas above Spec.MaxReplicas';
const BELOW_MIN = 'Current number of replicas below Spec.MinReplicas';

/**
 * Evaluates an HPA as the HPA controller of Kubernetes does, by the rules of the settings (Kubernetes 1.37,
 * horizontal.go, `reconcileAutoscaler`).
 */
export function evaluate(input: EvaluationInput): Evaluation {
  const { nowMs, hpa, scale, selected, settings } = input;
  const current = scale.specReplicas;
  const { min, max } = boundsOf(hpa.spec);
  const stays: Evaluation = {
    atMs: nowMs,
    currentReplicas: current,
    desiredReplicas: current,
    reason: '',
    course: { kind: 'disabled' },
    metrics: [],
    conditions: [GOT_SCALE],
    currentMetrics: [],
    past: input.past ?? firstPast(current, nowMs),
  };
  if (current === 0 && staysAtZero(hpa, settings.rules))
    return { ...stays, conditions: [GOT_SCALE, DISABLED] };
  if (current > max)
    return { ...stays, course: { kind: 'above-max' }, desiredReplicas: max, reason: ABOVE_MAX };
  if (current > 0 && current < min)
    return { ...stays, course: { kind: 'below-min' }, desiredReplicas: min, reason: BELOW_MIN };
  const pods = podsOf(selected, settings.rules);
  if ('type' in pods) return { ...stays, course: { kind: 'bad-selector' }, conditions: [GOT_SCALE, pods] };
  return byMetrics(input, pods, stays);
}

/** One entry of `status.currentMetrics`. A metric that failed keeps its place: kubectl shows it as unknown. */
function metricStatus(spec: MetricSpec, outcome: MetricOutcome): MetricStatus {
  if (outcome.kind === 'failed') return { type: '' };
  const current = valueStatus(outcome.current);
  const { type, resource, containerResource, pods, object, external } = spec;
  if (resource) return { type, resource: { name: resource.name, current } };
  if (containerResource) {
    const { name, container } = containerResource;
    return { type, containerResource: { name, container, current } };
  }
  if (pods) return { type, pods: { metric: pods.metric, current } };
  if (object)
    return { type, object: { describedObject: object.describedObject, metric: object.metric, current } };
  return external ? { type, external: { metric: external.metric, current } } : { type: '' };
}

function valueStatus({ averageUtilization, averageValueMilli, valueMilli }: CurrentValue): MetricValueStatus {
  return {
    ...(averageUtilization !== undefined && { averageUtilization }),
    ...(averageValueMilli !== undefined && { averageValue: milliText(averageValueMilli) }),
    ...(valueMilli !== undefined && { value: milliText(valueMilli) }),
  };
}

function milliText(milli: number): string {
  return formatQuantity({ nanos: BigInt(Math.trunc(milli)) * 1_000_000n, format: 'DecimalSI' });
}

function byMetrics(
  { nowMs, hpa, scale, readings, settings }: EvaluationInput,
  pods: readonly ScaledPod[],
  stays: Evaluation,
): Evaluation {
  const { behavior } = hpa.spec;
  const current = scale.specReplicas;
  const context = { pods, scale, tolerances: tolerancesOf(behavior, settings), settings, nowMs };
  const metrics = metricSpecs(hpa.spec).map((spec, index) => ({
    spec,
    outcome: evaluateMetric(spec, readings[index] ?? UNREAD, context),
  }));
  const currentMetrics = metrics.map(({ spec, outcome }) => metricStatus(spec, outcome));
  const combined = combine(
    metrics.map(({ outcome }) => outcome),
    current,
  );
  const measured = { ...stays, metrics, currentMetrics };
  if (combined.kind === 'blocked') {
    const conditions = [GOT_SCALE, ...blockedBy(metrics[combined.first])];
    return { ...measured, course: { kind: 'blocked', combined }, conditions };
  }

  const bounds = boundsOf(hpa.spec);
  const { past } = stays;
  const proposed = combined.replicas;
  const settled = settleReplicas({ current, proposed, bounds, behavior, past, settings, nowMs });
  // An HPA that scaled to zero and whose minimum was raised since goes there at once.
  const desired = Math.max(settled.replicas, bounds.min);
  const winner = nameOf(metrics[combined.metric]);
  return {
    ...measured,
    desiredReplicas: desired,
    reason: reasonOf(current, desired, proposed, winner),
    course: { kind: 'metrics', combined, settled },
    conditions: [able(settled.stabilized), active(winner), limited(settled.limited)],
    past: withRecommendation(past, proposed, nowMs, reachOf(behavior, settings)),
  };
}

/** A maximum below the minimum, which the API server refuses, is the minimum: nothing jumps to and fro. */
function boundsOf({ minReplicas, maxReplicas }: HorizontalPodAutoscaler['spec']): ReplicaLimits {
  const min = minReplicas ?? 1;
  return { min, max: Math.max(min, maxReplicas) };
}

/**
 * Whether a target without replicas stays so: a person may have scaled it to zero. Its HPA did if the HPA says
 * so, and brings it back if it can: by a metric that needs no pods, or since it has a minimum now.
 */
function staysAtZero({ spec, status }: EvaluationInput['hpa'], rules: ScalingBehavior): boolean {
  const { min } = boundsOf(spec);
  if (!rules.remembersScalingToZero) return min !== 0;
  const scaledToZero = status?.conditions?.some(
    (each) => each.type === 'ScaledToZero' && each.status === 'True',
  );
  const needsNoPods = metricSpecs(spec).some(({ type }) => type === 'Object' || type === 'External');
  return !scaledToZero || (min === 0 && !needsNoPods);
}

function podsOf(selected: Selected, rules: ScalingBehavior): readonly ScaledPod[] | HpaCondition {
  const isKnown = selected.kind === 'pods' || (selected.kind === 'shared' && !rules.refusesSharedPods);
  return isKnown ? selected.pods : badSelector(selected);
}

function nameOf(metric: MetricEvaluation | undefined): string {
  return metric ? metricName(metric.spec) : '';
}

function blockedBy(metric: MetricEvaluation | undefined): HpaCondition[] {
  return metric?.outcome.kind === 'failed' ? [blocked(metric.spec, metric.outcome.failure)] : [];
}

function reasonOf(current: number, desired: number, proposed: number, winner: string): string {
  if (desired === current) return '';
  if (proposed > current) return `${winner} above target`;
  if (proposed < current) return 'All metrics below target';
  return current === 0 ? BELOW_MIN : '';
}
