import type { z } from 'zod';
import { byDefault } from './default';
import { ensemble } from './ensemble';
import type { ChosenEstimator, EstimatorSettings } from './estimator';
import { mean } from './mean';
import { faultsFrom, merged } from './parameter-text';
import type { CommonParameters } from './parameters';
import { type ChosenRecommender, type Recommender, withParameters } from './recommender';
import { seasonal } from './seasonal';
import { window } from './window';

/** A recommender with its parameters; with faults, the given ones are left out. */
export interface Choice {
  readonly chosen: ChosenRecommender;
  /** What is wrong with the parameters, with the remedy. */
  readonly faults: readonly string[];
}

interface Offer {
  readonly name: string;
  readonly help: string;
  readonly needs: Recommender<CommonParameters, unknown>['needs'];
  readonly parameters: z.ZodType;
  /** What is wrong with these parameters. */
  faultsOf(given: object): string[];
  /** @param given sets of parameters, later ones over earlier; the last is left out if it has faults */
  choose(config: EstimatorSettings, usual: ChosenEstimator, ...given: readonly object[]): Choice;
}

function offer<Parameters extends CommonParameters, Own>(recommender: Recommender<Parameters, Own>): Offer {
  const { name, help, needs, parameters: schema } = recommender;
  return {
    name,
    help,
    needs,
    parameters: schema,
    faultsOf: (given) => {
      const result = schema.safeParse(merged([given]));
      return result.success ? [] : faultsFrom(result.error, schema, name);
    },
    choose: (config, usual, ...given) => {
      const layers = [recommender.fromSettings(config), ...given];
      const whole = schema.safeParse(merged(layers));
      if (whole.success) return { chosen: withParameters(recommender, whole.data, usual), faults: [] };
      const parameters = schema.parse(merged(layers.slice(0, -1)));
      return {
        chosen: withParameters(recommender, parameters, usual),
        faults: faultsFrom(whole.error, schema, name),
      };
    },
  };
}

/** Every recommender that a VPA can choose. */
const RECOMMENDERS = {
  default: offer(byDefault),
  window: offer(window),
  ensemble: offer(ensemble),
  seasonal: offer(seasonal),
  mean: offer(mean),
} as const satisfies Record<string, Offer>;

export type RecommenderName = keyof typeof RECOMMENDERS;

export const RECOMMENDER_NAMES = Object.keys(RECOMMENDERS) as readonly RecommenderName[];

export function isRecommenderName(name: string): name is RecommenderName {
  return Object.hasOwn(RECOMMENDERS, name);
}

export function recommenderNamed(name: RecommenderName): Offer {
  return RECOMMENDERS[name];
}
