import type { Config } from '../../config';
import type { ContainerAggregate } from '../../model/aggregate';
import { cpuMillicores, memoryBytes, type Resource } from '../../model/units';
import type { EstimationStep } from '../../recommender/views';

/** The settings behind an estimate. */
export type EstimatorSettings = Pick<
  Config,
  | 'recommendationMarginFraction'
  | 'podRecommendationMinCpuMillicores'
  | 'podRecommendationMinMemoryMb'
  | 'targetCpuPercentile'
  | 'targetMemoryPercentile'
  | 'recommendationLowerBoundCpuPercentile'
  | 'recommendationLowerBoundMemoryPercentile'
  | 'recommendationUpperBoundCpuPercentile'
  | 'recommendationUpperBoundMemoryPercentile'
  | 'confidenceIntervalCpuMs'
  | 'confidenceIntervalMemoryMs'
>;

export const BOUNDS = ['lowerBound', 'target', 'upperBound'] as const;
export type Bound = (typeof BOUNDS)[number];

/** One amount of each resource: millicores of CPU, bytes of memory. */
export interface ResourcePair {
  readonly cpu: number;
  readonly memory: number;
}

/** The three bounds of one resource. */
export type BoundAmounts = Readonly<Record<Bound, number>>;

/** What a container needs: millicores of CPU, bytes of memory. */
export type Estimate = Readonly<Record<Resource, BoundAmounts>>;

/** Told of every number on the way, when someone wants to know why. */
export type StepRecorder = (resource: Resource, bound: Bound, step: EstimationStep) => void;

const MILLICORES_PER_CORE = 1000;
const BYTES_PER_MIB = 1024 * 1024;
const MS_PER_MINUTE = 60_000;

/** The least amount recommended for one of `containerCount` containers of a pod. */
export function containerMinimum(settings: EstimatorSettings, containerCount: number): ResourcePair {
  const share = 1 / containerCount;
  const podCpu = cpuMillicores(settings.podRecommendationMinCpuMillicores * 0.001 * MILLICORES_PER_CORE);
  const podMemory = memoryBytes(settings.podRecommendationMinMemoryMb * BYTES_PER_MIB);
  return { cpu: cpuMillicores(podCpu * share), memory: memoryBytes(podMemory * share) };
}

/**
 * How much history there is, in confidence intervals: the smaller of the time between first and last CPU
 * sample and of the sample count at one a minute. Without samples 0.
 */
export function confidenceOf(
  aggregate: Pick<ContainerAggregate, 'firstSampleMs' | 'lastSampleMs' | 'sampleCount'>,
  intervalMs: number,
): number {
  const { firstSampleMs, lastSampleMs, sampleCount } = aggregate;
  if (firstSampleMs === undefined || lastSampleMs === undefined) return 0;
  return Math.min((lastSampleMs - firstSampleMs) / intervalMs, sampleCount / (intervalMs / MS_PER_MINUTE));
}

/** (1 + 1/c): little history leaves the upper bound far up, so that nothing is shrunk in haste. */
function upperFactor(confidence: number): number {
  return 1 + 1 / confidence;
}

/** (1 + 0.001/c)^−2: minutes of history suffice to bring the lower bound near its base. */
function lowerFactor(confidence: number): number {
  const base = 1 + 0.001 / confidence;
  return 1 / (base * base);
}

/**
 * Estimates what a container needs: per bound the percentile of its usage, plus the margin, widened by lack of
 * confidence, and at least `minimum`. Every step truncates to whole millicores or bytes.
 */
export function estimate(
  aggregate: ContainerAggregate,
  settings: EstimatorSettings,
  minimum: ResourcePair,
  record?: StepRecorder,
): Estimate {
  return {
    cpu: estimateResource('cpu', aggregate, settings, minimum.cpu, record),
    memory: estimateResource('memory', aggregate, settings, minimum.memory, record),
  };
}

const percentileValues = new Float64Array(BOUNDS.length);

function estimateResource(
  resource: Resource,
  aggregate: ContainerAggregate,
  settings: EstimatorSettings,
  minimum: number,
  record: StepRecorder | undefined,
): BoundAmounts {
  const { lowerBound, target, upperBound } = percentilesOf(resource, settings);
  const intervalMs =
    resource === 'cpu' ? settings.confidenceIntervalCpuMs : settings.confidenceIntervalMemoryMs;
  const confidence = confidenceOf(aggregate, intervalMs);
  aggregate[resource].percentiles(lowerBound, target, upperBound, percentileValues);
  const lowerUsage = percentileValues[0] ?? 0;
  const targetUsage = percentileValues[1] ?? 0;
  const upperUsage = percentileValues[2] ?? 0;
  const lowerBase = withMargin(resource, 'lowerBound', lowerBound, lowerUsage, settings, record);
  const targetBase = withMargin(resource, 'target', target, targetUsage, settings, record);
  const upperBase = withMargin(resource, 'upperBound', upperBound, upperUsage, settings, record);
  const lowest = wholeAmount(lowerBase * lowerFactor(confidence));
  const highest = wholeAmount(upperBase * upperFactor(confidence));
  record?.(resource, 'lowerBound', { step: 'confidence', value: lowest, by: confidence });
  record?.(resource, 'upperBound', { step: 'confidence', value: highest, by: confidence });
  return {
    lowerBound: atLeast(resource, 'lowerBound', lowest, minimum, record),
    target: atLeast(resource, 'target', targetBase, minimum, record),
    upperBound: atLeast(resource, 'upperBound', highest, minimum, record),
  };
}

/** The percentiles behind the three bounds. */
export function percentilesOf(resource: Resource, settings: EstimatorSettings): BoundAmounts {
  return resource === 'cpu'
    ? {
        lowerBound: settings.recommendationLowerBoundCpuPercentile,
        target: settings.targetCpuPercentile,
        upperBound: settings.recommendationUpperBoundCpuPercentile,
      }
    : {
        lowerBound: settings.recommendationLowerBoundMemoryPercentile,
        target: settings.targetMemoryPercentile,
        upperBound: settings.recommendationUpperBoundMemoryPercentile,
      };
}

/** Both resources are held to the same range, see `model/units`. */
const wholeAmount: (value: number) => number = memoryBytes;

function withMargin(
  resource: Resource,
  bound: Bound,
  percentile: number,
  usage: number,
  settings: EstimatorSettings,
  record: StepRecorder | undefined,
): number {
  const fraction = settings.recommendationMarginFraction;
  const base = wholeAmount(resource === 'cpu' ? usage * MILLICORES_PER_CORE : usage);
  const value = base + wholeAmount(base * fraction);
  record?.(resource, bound, { step: 'percentile', value: base, by: percentile });
  record?.(resource, bound, { step: 'margin', value, by: fraction });
  return value;
}

function atLeast(
  resource: Resource,
  bound: Bound,
  amount: number,
  minimum: number,
  record: StepRecorder | undefined,
): number {
  const value = Math.max(amount, minimum);
  record?.(resource, bound, { step: 'pod-minimum', value, by: minimum });
  return value;
}
