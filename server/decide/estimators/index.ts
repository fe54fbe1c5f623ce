import type { EstimationSettings } from '../settings';
import { type ChosenEstimator, choose } from './estimator';
import { percentile } from './percentile';

/** Every estimator, by name. */
const ESTIMATORS = {
  percentile: (config: EstimationSettings) => choose(percentile, config),
} as const satisfies Record<string, (config: EstimationSettings) => ChosenEstimator>;

type EstimatorName = keyof typeof ESTIMATORS;

/** The estimator of that name with the parameters in the settings. @throws ZodError if they are not valid */
export function estimatorOf(name: EstimatorName, config: EstimationSettings): ChosenEstimator {
  return ESTIMATORS[name](config);
}
