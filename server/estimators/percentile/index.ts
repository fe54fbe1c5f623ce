import type { Estimator } from '../estimator';
import { estimate } from './estimate';
import { explain } from './explain';
import { HistogramLearning } from './learned-histograms';
import { type PercentileParameters, parametersFrom, percentileParameters } from './parameters';
import { load, save } from './saved-histograms';

/**
 * The reference's: a percentile of usage in histograms that forget, plus a margin, with bounds as wide as the
 * history is short.
 */
export const percentile: Estimator<PercentileParameters> = {
  name: 'percentile',
  parameters: percentileParameters,
  fromSettings: parametersFrom,
  learn: (parameters) => new HistogramLearning(parameters),
  estimate: (history, parameters) => estimate(history, parameters),
  explain,
  save,
  load,
};
