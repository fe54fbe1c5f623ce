import type { Histogram } from '../model/histogram';
import type { Resource } from '../model/units';
import type { EstimatorSettings } from './estimator';
import type { HistogramView } from './views';

const MILLICORES_PER_CORE = 1000;

/** A histogram as drawn: bounds in millicores or bytes, weights as shares of the total. */
export function histogramView(
  resource: Resource,
  histogram: Histogram,
  settings: EstimatorSettings,
): HistogramView {
  const scale = resource === 'cpu' ? MILLICORES_PER_CORE : 1;
  const buckets: HistogramView['buckets'] = [];
  if (!histogram.isEmpty) {
    for (let bucket = histogram.firstBucket; bucket <= histogram.lastBucket; bucket++)
      buckets.push({
        start: histogram.buckets.startOf(bucket) * scale,
        end: histogram.buckets.endOf(bucket) * scale,
        weight: histogram.weightOf(bucket) / histogram.totalWeight,
      });
  }
  const [lower, target, upper] =
    resource === 'cpu'
      ? [
          settings.recommendationLowerBoundCpuPercentile,
          settings.targetCpuPercentile,
          settings.recommendationUpperBoundCpuPercentile,
        ]
      : [
          settings.recommendationLowerBoundMemoryPercentile,
          settings.targetMemoryPercentile,
          settings.recommendationUpperBoundMemoryPercentile,
        ];
  const at = (percentile: number) => ({ percentile, value: histogram.percentile(percentile) * scale });
  return {
    resource,
    buckets,
    totalWeight: histogram.totalWeight,
    percentiles: [
      { name: 'lowerBound', ...at(lower) },
      { name: 'target', ...at(target) },
      { name: 'upperBound', ...at(upper) },
    ],
    halfLifeMs: histogram.halfLifeMs,
  };
}
