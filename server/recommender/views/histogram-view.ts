import type { Config } from '@/server/config';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { Histogram } from '@/server/model/histogram';
import type { HistogramView } from '.';

const MILLICORES_PER_CORE = 1000;

function bucketsOf(histogram: Histogram, scale: number): HistogramView['buckets'] {
  const { buckets, firstBucket, lastBucket, totalWeight, isEmpty } = histogram;
  if (isEmpty) return [];
  return Array.from({ length: lastBucket - firstBucket + 1 }, (_, index) => ({
    start: buckets.startOf(firstBucket + index) * scale,
    end: buckets.endOf(firstBucket + index) * scale,
    weight: histogram.weightOf(firstBucket + index) / totalWeight,
  }));
}

type Percentiles = Record<HistogramView['percentiles'][number]['name'], number>;

function viewOf(
  resource: HistogramView['resource'],
  histogram: Histogram,
  scale: number,
  percentiles: Percentiles,
): HistogramView {
  return {
    resource,
    buckets: bucketsOf(histogram, scale),
    totalWeight: histogram.totalWeight,
    percentiles: (['lowerBound', 'target', 'upperBound'] as const).map((name) => ({
      name,
      percentile: percentiles[name],
      value: histogram.percentile(percentiles[name]) * scale,
    })),
    halfLifeMs: histogram.halfLifeMs,
  };
}

/** Both histograms of a container with the percentiles its recommendation is made from, in millicores and bytes. */
export function histogramViews({ cpu, memory }: ContainerAggregate, config: Config): HistogramView[] {
  return [
    viewOf('cpu', cpu, MILLICORES_PER_CORE, {
      lowerBound: config.recommendationLowerBoundCpuPercentile,
      target: config.targetCpuPercentile,
      upperBound: config.recommendationUpperBoundCpuPercentile,
    }),
    viewOf('memory', memory, 1, {
      lowerBound: config.recommendationLowerBoundMemoryPercentile,
      target: config.targetMemoryPercentile,
      upperBound: config.recommendationUpperBoundMemoryPercentile,
    }),
  ];
}
