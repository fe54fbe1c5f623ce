import type { ContainerAggregate } from '../../../model/aggregate';
import type { Histogram } from '../../../model/histogram';
import type { Resource } from '../../../objects/units';
import { AMOUNT_PER_UNIT, wholeAmount } from '../amounts';
import { confidenceOf, lowerFactor, upperFactor } from '../confidence';
import { BOUNDS, type Bound, type BoundAmounts, type Estimate } from '../estimator';
import type { StepRecorder } from '../explanation';
import { histogramsOf } from './learned-histograms';
import type { PercentileParameters } from './parameters';

/**
 * Estimates what a container needs: for each bound a percentile of its usage plus the margin, widened by low
 * confidence. Every step truncates to whole millicores or bytes (VPA 1.8, pkg/recommender/logic, estimator.go).
 */
export function estimate(
  history: ContainerAggregate,
  parameters: PercentileParameters,
  addStep?: StepRecorder,
): Estimate {
  const { cpu, memory } = histogramsOf(history.learned);
  return {
    cpu: estimateResource('cpu', cpu, history, parameters, addStep),
    memory: estimateResource('memory', memory, history, parameters, addStep),
  };
}

const percentileValues = new Float64Array(BOUNDS.length);

function estimateResource(
  resource: Resource,
  histogram: Histogram,
  history: ContainerAggregate,
  parameters: PercentileParameters,
  addStep: StepRecorder | undefined,
): BoundAmounts {
  const { marginFraction } = parameters;
  const { lowerBound, target, upperBound, confidenceIntervalMs } = parameters[resource];
  const confidence = confidenceOf(history, confidenceIntervalMs);
  histogram.percentiles(lowerBound, target, upperBound, percentileValues);
  const lowerUsage = percentileValues[0] ?? 0;
  const targetUsage = percentileValues[1] ?? 0;
  const upperUsage = percentileValues[2] ?? 0;
  const lowerBase = withMargin(resource, 'lowerBound', lowerBound, lowerUsage, marginFraction, addStep);
  const targetBase = withMargin(resource, 'target', target, targetUsage, marginFraction, addStep);
  const upperBase = withMargin(resource, 'upperBound', upperBound, upperUsage, marginFraction, addStep);
  const lowest = wholeAmount(lowerBase * lowerFactor(confidence));
  const highest = wholeAmount(upperBase * upperFactor(confidence));
  addStep?.(resource, 'lowerBound', { step: 'confidence', value: lowest, by: confidence });
  addStep?.(resource, 'upperBound', { step: 'confidence', value: highest, by: confidence });
  return { lowerBound: lowest, target: targetBase, upperBound: highest };
}

function withMargin(
  resource: Resource,
  bound: Bound,
  percentile: number,
  usage: number,
  fraction: number,
  addStep: StepRecorder | undefined,
): number {
  const base = wholeAmount(usage * AMOUNT_PER_UNIT[resource]);
  const value = base + wholeAmount(base * fraction);
  addStep?.(resource, bound, { step: 'percentile', value: base, by: percentile });
  addStep?.(resource, bound, { step: 'margin', value, by: fraction });
  return value;
}
