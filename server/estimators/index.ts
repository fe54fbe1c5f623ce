import type { Config } from '../config';
import { type ChosenEstimator, choose } from './estimator';
import { percentile } from './percentile';

/** Every way to recommend, by its name. */
const ESTIMATORS = {
  percentile: (config: Config) => choose(percentile, config),
} as const satisfies Record<string, (config: Config) => ChosenEstimator>;

export type EstimatorName = keyof typeof ESTIMATORS;

/** The estimator of that name with the parameters of the settings. @throws ZodError when those are not valid */
export function estimatorOf(name: EstimatorName, config: Config): ChosenEstimator {
  return ESTIMATORS[name](config);
}
