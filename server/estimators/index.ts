import type { EstimatorSettings } from './estimator';
import { type ChosenEstimator, choose } from './estimator';
import { percentile } from './percentile';

/** Every way to recommend, by its name. */
const ESTIMATORS = {
  percentile: (config: EstimatorSettings) => choose(percentile, config),
} as const satisfies Record<string, (config: EstimatorSettings) => ChosenEstimator>;

type EstimatorName = keyof typeof ESTIMATORS;

/** The estimator of that name with the parameters of the settings. @throws ZodError when those are not valid */
export function estimatorOf(name: EstimatorName, config: EstimatorSettings): ChosenEstimator {
  return ESTIMATORS[name](config);
}
