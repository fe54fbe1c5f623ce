import type { Config } from '../config';
import type { ContainerAggregate } from '../model/aggregate';
import type { Histogram } from '../model/histogram';
import {
  type CpuMillicores,
  cpuMillicores,
  type MemoryBytes,
  memoryBytes,
  type Resource,
} from '../model/units';
import type { EstimationStep } from './views';

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

/** CPU in millicores and memory in bytes. */
export interface ResourcePair {
  cpu: CpuMillicores;
  memory: MemoryBytes;
}

export type Estimate = Record<Bound, ResourcePair>;

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
  const cpuConfidence = confidenceOf(aggregate, settings.confidenceIntervalCpuMs);
  const memoryConfidence =
    settings.confidenceIntervalMemoryMs === settings.confidenceIntervalCpuMs
      ? cpuConfidence
      : confidenceOf(aggregate, settings.confidenceIntervalMemoryMs);
  const cpuOf = (bound: Bound, percentile: number) =>
    bounded(
      aggregate.cpu,
      'cpu',
      bound,
      percentile,
      settings,
      cpuConfidence,
      minimum.cpu,
      record,
    ) as CpuMillicores;
  const memoryOf = (bound: Bound, percentile: number) =>
    bounded(
      aggregate.memory,
      'memory',
      bound,
      percentile,
      settings,
      memoryConfidence,
      minimum.memory,
      record,
    ) as MemoryBytes;
  return {
    lowerBound: {
      cpu: cpuOf('lowerBound', settings.recommendationLowerBoundCpuPercentile),
      memory: memoryOf('lowerBound', settings.recommendationLowerBoundMemoryPercentile),
    },
    target: {
      cpu: cpuOf('target', settings.targetCpuPercentile),
      memory: memoryOf('target', settings.targetMemoryPercentile),
    },
    upperBound: {
      cpu: cpuOf('upperBound', settings.recommendationUpperBoundCpuPercentile),
      memory: memoryOf('upperBound', settings.recommendationUpperBoundMemoryPercentile),
    },
  };
}

function bounded(
  histogram: Histogram,
  resource: Resource,
  bound: Bound,
  percentile: number,
  settings: EstimatorSettings,
  confidence: number,
  minimum: number,
  record: StepRecorder | undefined,
): number {
  const usage = histogram.percentile(percentile);
  const base: number = resource === 'cpu' ? cpuMillicores(usage * MILLICORES_PER_CORE) : memoryBytes(usage);
  record?.(resource, bound, { step: 'percentile', value: base, by: percentile });
  const withMargin = base + memoryBytes(base * settings.recommendationMarginFraction);
  record?.(resource, bound, { step: 'margin', value: withMargin, by: settings.recommendationMarginFraction });
  let confident = withMargin;
  if (bound !== 'target') {
    const factor = bound === 'upperBound' ? upperFactor(confidence) : lowerFactor(confidence);
    confident = memoryBytes(withMargin * factor);
    record?.(resource, bound, { step: 'confidence', value: confident, by: confidence });
  }
  const value = Math.max(confident, minimum);
  record?.(resource, bound, { step: 'pod-minimum', value, by: minimum });
  return value;
}
