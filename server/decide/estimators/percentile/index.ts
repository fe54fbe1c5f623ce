import type { Estimator } from '../estimator';
import { estimate } from './estimate';
import { explain, histograms } from './explain';
import { HistogramLearning } from './learned-histograms';
import { type PercentileParameters, parametersFrom, percentileParameters } from './parameters';
import { load, save } from './saved-histograms';

/**
 * The estimator of the upstream VPA: a percentile of usage in decaying histograms, plus a margin, with bounds that
 * narrow with history (VPA 1.8, pkg/recommender/logic, recommender.go, `CreatePodResourceRecommender`).
 */
export const percentile: Estimator<PercentileParameters> = {
  name: 'percentile',
  parameters: percentileParameters,
  fromSettings: parametersFrom,
  learn: (parameters) => new HistogramLearning(parameters),
  estimate,
  explain,
  histograms,
  save,
  load,
};
