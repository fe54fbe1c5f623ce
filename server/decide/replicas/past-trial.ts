import type { HorizontalPodAutoscaler, MetricSpec, MetricTarget } from '../../objects/types';
import { fullBehavior } from './behavior';
import { metricGoalOf, metricName, metricSpecs } from './metric-specs';
import { type HpaPast, withRecommendation } from './past';
import type { EvaluationSettings } from './settings';
import { reachOf } from './settling';
import { stabilized, stabilizedByDefault } from './stabilization';
import { isTolerated, tolerancesOf } from './tolerance';

type Spec = HorizontalPodAutoscaler['spec'];

/** What an HPA was seen to measure: the replicas then, and by place of the metric how much of its target it was. */
export interface PastPoint {
  readonly atMs: number;
  readonly replicas: number;
  readonly metrics: readonly { readonly ratio?: number }[];
}

/** What rules would have made of a time. */
export interface PastReplicas {
  /** On average over the time. */
  readonly replicas: number;
  readonly most: number;
  /** The share of the time, from 0 to 1, in which the metrics asked for more than the rules allowed. */
  readonly short: number;
}

export interface PastTrial {
  readonly fromMs: number;
  readonly toMs: number;
  readonly now: PastReplicas;
  readonly after: PastReplicas;
  /** Metrics of the new rules that nobody measured then; they count for nothing. */
  readonly unmeasured: readonly string[];
}

/** What was not measured for so long counts for no longer, in ms. */
const LONGEST_STEP_MS = 300_000;
/** A rounding error is no replica more. */
const NEXT_TO_NOTHING = 1e-9;

/**
 * Lives through the past of an HPA under its rules and under others. The load is that which was measured, and is spread
 * evenly over the replicas; bounds, targets, tolerances and the windows of stabilization count, rates of change and the
 * time a pod takes to start do not. Undefined without two points that have a metric.
 */
export function pastTrial(
  points: readonly PastPoint[],
  [now, after]: readonly [Spec, Spec],
  settings: EvaluationSettings,
): PastTrial | undefined {
  const was = metricSpecs(now);
  const asLoads = points.flatMap(({ atMs, replicas, metrics }) => {
    const loads = new Map<string, number>();
    for (const [place, { ratio }] of metrics.entries()) {
      const goal = goalOf(was[place]);
      if (goal && ratio !== undefined && replicas > 0) loads.set(goal.key, ratio * replicas * goal.amount);
    }
    return loads.size > 0 ? [{ atMs, replicas, loads }] : [];
  });
  const [first, last] = [asLoads[0], asLoads.at(-1)];
  if (!first || !last || last === first) return undefined;
  const measured = new Set(asLoads.flatMap(({ loads }) => [...loads.keys()]));
  return {
    fromMs: first.atMs,
    toMs: last.atMs,
    now: lived(asLoads, now, settings),
    after: lived(asLoads, after, settings),
    unmeasured: metricSpecs(after).flatMap((spec) => {
      const goal = goalOf(spec);
      return goal && measured.has(goal.key) ? [] : [metricName(spec)];
    }),
  };
}

interface Load {
  readonly atMs: number;
  readonly replicas: number;
  readonly loads: ReadonlyMap<string, number>;
}

function lived(points: readonly Load[], spec: Spec, settings: EvaluationSettings): PastReplicas {
  const goals = metricSpecs(spec).flatMap((metric) => goalOf(metric) ?? []);
  const reach = reachOf(spec.behavior, settings);
  const within = (replicas: number) => Math.max(spec.minReplicas ?? 1, Math.min(spec.maxReplicas, replicas));
  let replicas = within(points[0]?.replicas ?? 1);
  let past: HpaPast = { recommendations: [], added: [], removed: [] };
  let [time, sum, shortMs, most] = [0, 0, 0, replicas];
  for (const [index, { atMs, loads }] of points.entries()) {
    const asked = Math.max(0, ...goals.map((goal) => askedBy(goal, loads, replicas, spec, settings)));
    if (asked > 0) {
      past = withRecommendation(past, asked, atMs, reach);
      replicas = within(heldBack(asked, replicas, past, spec, settings, atMs));
    }
    most = Math.max(most, replicas);
    const next = points[index + 1];
    if (!next) break;
    const stepMs = Math.min(next.atMs - atMs, LONGEST_STEP_MS);
    time += stepMs;
    sum += replicas * stepMs;
    if (asked > replicas) shortMs += stepMs;
  }
  return { replicas: time > 0 ? sum / time : replicas, most, short: time > 0 ? shortMs / time : 0 };
}

/** The replicas that a metric asks for; those that there are within its tolerance. */
function askedBy(
  { key, amount }: Goal,
  loads: ReadonlyMap<string, number>,
  replicas: number,
  { behavior }: Spec,
  settings: EvaluationSettings,
): number {
  const load = loads.get(key);
  if (load === undefined) return 0;
  const ratio = load / amount / Math.max(1, replicas);
  if (isTolerated(ratio, tolerancesOf(behavior, settings), settings.rules)) return replicas;
  return Math.ceil(load / amount - NEXT_TO_NOTHING);
}

/** What the windows of stabilization, and a direction that is disabled, leave of what was asked for. */
function heldBack(
  asked: number,
  replicas: number,
  { recommendations }: HpaPast,
  { behavior }: Spec,
  settings: EvaluationSettings,
  nowMs: number,
): number {
  if (!behavior)
    return stabilizedByDefault(asked, recommendations, settings.downscaleStabilizationMs, nowMs).replicas;
  const rules = fullBehavior(behavior, settings);
  const held = stabilized(replicas, asked, rules, recommendations, nowMs).replicas;
  return (held > replicas ? rules.up : rules.down).select === 'Disabled' ? replicas : held;
}

interface Goal {
  /** The metric and the unit of its target: what was measured against one target tells what it is of another. */
  readonly key: string;
  readonly amount: number;
}

function goalOf(spec: MetricSpec | undefined): Goal | undefined {
  if (!spec) return undefined;
  const stated = spec.resource ?? spec.containerResource ?? spec.pods ?? spec.object ?? spec.external;
  const { target, ...what } = (stated ?? {}) as { target?: MetricTarget };
  const goal = metricGoalOf(target, ['value', 'average-value', 'utilization']);
  if (goal.kind === 'failed') return undefined;
  const amount = goal.kind === 'utilization' ? goal.percent : goal.milli;
  return { key: JSON.stringify([spec.type, what, goal.kind]), amount };
}
