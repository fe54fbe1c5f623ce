import type { ContainerAggregate } from '../../../model/aggregate';
import type { Histogram } from '../../../model/histogram';
import { RESOURCES, type Resource } from '../../../objects/units';
import { AMOUNT_PER_UNIT } from '../amounts';
import { BOUNDS } from '../estimator';
import type { Explanation, HistogramView } from '../explanation';
import { tracesOf } from '../traces';
import { estimate } from './estimate';
import { histogramsOf } from './learned-histograms';
import type { PercentileParameters } from './parameters';

/** Every number on the way to the estimate, and both histograms with the percentiles taken from them. */
export function explain(history: ContainerAggregate, parameters: PercentileParameters): Explanation {
  return {
    traces: tracesOf((addStep) => estimate(history, parameters, addStep)),
    get histograms() {
      return histograms(history, parameters);
    },
  };
}

export function histograms(history: ContainerAggregate, parameters: PercentileParameters): HistogramView[] {
  const learned = histogramsOf(history.learned);
  return RESOURCES.map((resource) => viewOf(resource, learned[resource], parameters));
}

function viewOf(resource: Resource, histogram: Histogram, parameters: PercentileParameters): HistogramView {
  const scale = AMOUNT_PER_UNIT[resource];
  return {
    resource,
    buckets: bucketsOf(histogram, scale),
    totalWeight: histogram.totalWeight,
    percentiles: BOUNDS.map((name) => ({
      name,
      percentile: parameters[resource][name],
      value: histogram.percentile(parameters[resource][name]) * scale,
    })),
    halfLifeMs: histogram.halfLifeMs,
  };
}

function bucketsOf(histogram: Histogram, scale: number): HistogramView['buckets'] {
  const { buckets, firstBucket, lastBucket, totalWeight, isEmpty } = histogram;
  if (isEmpty) return [];
  return Array.from({ length: lastBucket - firstBucket + 1 }, (_, index) => ({
    start: buckets.startOf(firstBucket + index) * scale,
    end: buckets.endOf(firstBucket + index) * scale,
    weight: histogram.weightOf(firstBucket + index) / totalWeight,
  }));
}
