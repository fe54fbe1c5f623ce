import type { ContainerAggregate } from '../../model/aggregate';
import type { Histogram } from '../../model/histogram';
import { memoryBytes, type Resource } from '../../model/units';
import { confidenceOf } from '../confidence';
import { BOUNDS, type Bound, type BoundAmounts, type Estimate } from '../estimator';
import type { StepRecorder } from '../explanation';
import { histogramsOf } from './learned-histograms';
import type { PercentileParameters } from './parameters';

/** Units of what is requested per unit of what is measured: millicores per core, bytes per byte. */
export const AMOUNT_PER_UNIT: Readonly<Record<Resource, number>> = { cpu: 1000, memory: 1 };

/** Factor 1 + 1/c of the upper bound: with little history it is far up, so that nothing shrinks early. */
function upperFactor(confidence: number): number {
  return 1 + 1 / confidence;
}

/** Factor (1 + 0.001/c)^−2 of the lower bound: minutes of history bring it near its base. */
function lowerFactor(confidence: number): number {
  const base = 1 + 0.001 / confidence;
  return 1 / (base * base);
}

/**
 * Estimates what a container needs: for each bound a percentile of its usage plus the margin, widened by low
 * confidence. Every step truncates to whole millicores or bytes.
 */
export function estimate(
  history: ContainerAggregate,
  parameters: PercentileParameters,
  record?: StepRecorder,
): Estimate {
  const { cpu, memory } = histogramsOf(history.learned);
  return {
    cpu: estimateResource('cpu', cpu, history, parameters, record),
    memory: estimateResource('memory', memory, history, parameters, record),
  };
}

const percentileValues = new Float64Array(BOUNDS.length);

function estimateResource(
  resource: Resource,
  histogram: Histogram,
  history: ContainerAggregate,
  parameters: PercentileParameters,
  record: StepRecorder | undefined,
): BoundAmounts {
  const { marginFraction } = parameters;
  const { lowerBound, target, upperBound, confidenceIntervalMs } = parameters[resource];
  const confidence = confidenceOf(history, confidenceIntervalMs);
  histogram.percentiles(lowerBound, target, upperBound, percentileValues);
  const lowerUsage = percentileValues[0] ?? 0;
  const targetUsage = percentileValues[1] ?? 0;
  const upperUsage = percentileValues[2] ?? 0;
  const lowerBase = withMargin(resource, 'lowerBound', lowerBound, lowerUsage, marginFraction, record);
  const targetBase = withMargin(resource, 'target', target, targetUsage, marginFraction, record);
  const upperBase = withMargin(resource, 'upperBound', upperBound, upperUsage, marginFraction, record);
  const lowest = wholeAmount(lowerBase * lowerFactor(confidence));
  const highest = wholeAmount(upperBase * upperFactor(confidence));
  record?.(resource, 'lowerBound', { step: 'confidence', value: lowest, by: confidence });
  record?.(resource, 'upperBound', { step: 'confidence', value: highest, by: confidence });
  return { lowerBound: lowest, target: targetBase, upperBound: highest };
}

/** Both resources are held to the same range, see `model/units`. */
const wholeAmount: (value: number) => number = memoryBytes;

function withMargin(
  resource: Resource,
  bound: Bound,
  percentile: number,
  usage: number,
  fraction: number,
  record: StepRecorder | undefined,
): number {
  const base = wholeAmount(usage * AMOUNT_PER_UNIT[resource]);
  const value = base + wholeAmount(base * fraction);
  record?.(resource, bound, { step: 'percentile', value: base, by: percentile });
  record?.(resource, bound, { step: 'margin', value, by: fraction });
  return value;
}
