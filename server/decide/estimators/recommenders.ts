import type { z } from 'zod';
import type { EstimationSettings } from '../settings';
import { adaptive } from './adaptive';
import { byDefault } from './default';
import type { ChosenEstimator } from './estimator';
import { faultsFrom, type ParameterFault } from './parameter-faults';
import { type ParameterField, parameterFields } from './parameter-fields';
import { type GivenParameters, mergedParameters, readGiven } from './parameter-text';
import type { CommonParameters } from './parameters';
import { type ChosenRecommender, type Recommender, withParameters } from './recommender';

/** A recommender with its parameters; with faults, the given ones are left out. */
export interface Choice {
  readonly chosen: ChosenRecommender;
  /** What is wrong with the parameters, with the remedy. */
  readonly faults: readonly string[];
}

interface Offer {
  readonly name: string;
  readonly help: string;
  /** What it must see before it speaks for itself; absent if it starts from what is known. */
  readonly patience?: string;
  readonly needs: Recommender<CommonParameters, unknown>['needs'];
  readonly parameters: z.ZodType;
  /** What follows from how a VPA's pods are changed; absent if nothing does. */
  readonly fromChanges?: Recommender<CommonParameters, unknown>['fromChanges'];
  /**
   * How long requests rest between two changes in place, milliseconds; absent, or undefined, if the settings of the
   * updater say so.
   * @param given sets of parameters, later ones over earlier; the last is left out if it has faults
   */
  readonly restMs?: (...given: readonly object[]) => number | undefined;
  faultsOf(given: object): string[];
  /** The same, by parameter. */
  parameterFaultsOf(given: object): ParameterFault[];
  /** Its parameters for a form; `given` sets of parameters are what applies without any. */
  fields(config: EstimationSettings, ...given: readonly object[]): ParameterField[];
  /** @param given sets of parameters, later ones over earlier; the last is left out if it has faults */
  choose(config: EstimationSettings, usual: ChosenEstimator, ...given: readonly object[]): Choice;
}

function offer<Parameters extends CommonParameters, Own>(recommender: Recommender<Parameters, Own>): Offer {
  const { name, help, patience, needs, parameters: schema, restMs } = recommender;
  const merged = (layers: readonly object[]) => {
    const given = mergedParameters(layers);
    const preset = recommender.presetOf?.(given);
    return preset ? mergedParameters([preset, given]) : given;
  };
  const parameterFaultsOf = (given: object) => {
    const result = schema.safeParse(merged([given]));
    return result.success ? [] : faultsFrom(result.error, schema, name);
  };
  return {
    name,
    help,
    patience,
    needs,
    parameters: schema,
    fromChanges: recommender.fromChanges,
    restMs:
      restMs &&
      ((...given) => {
        const whole = schema.safeParse(merged(given));
        return restMs(whole.success ? whole.data : schema.parse(merged(given.slice(0, -1))));
      }),
    faultsOf: (given) => parameterFaultsOf(given).map(({ sentence }) => sentence),
    parameterFaultsOf,
    fields: (config, ...given) =>
      parameterFields(schema, schema.parse(merged([recommender.fromSettings(config), ...given]))),
    choose: (config, usual, ...given) => {
      const layers = [recommender.fromSettings(config), ...given];
      const whole = schema.safeParse(merged(layers));
      if (whole.success) return { chosen: withParameters(recommender, whole.data, usual), faults: [] };
      const parameters = schema.parse(merged(layers.slice(0, -1)));
      return {
        chosen: withParameters(recommender, parameters, usual),
        faults: faultsFrom(whole.error, schema, name).map(({ sentence }) => sentence),
      };
    },
  };
}

/** Every recommender that a VPA can choose. */
const RECOMMENDERS = {
  default: offer(byDefault),
  adaptive: offer(adaptive),
} as const satisfies Record<string, Offer>;

export type RecommenderName = keyof typeof RECOMMENDERS;

export const RECOMMENDER_NAMES = Object.keys(RECOMMENDERS) as readonly RecommenderName[];

export function isRecommenderName(name: string): name is RecommenderName {
  return Object.hasOwn(RECOMMENDERS, name);
}

export function recommenderNamed(name: RecommenderName): Offer {
  return RECOMMENDERS[name];
}

/** What the settings of the whole cluster state for a recommender. */
export function clusterParameters(
  { recommenderParameters }: Pick<EstimationSettings, 'recommenderParameters'>,
  name: string,
): GivenParameters {
  if (!Object.hasOwn(recommenderParameters, name)) return {};
  return readGiven(JSON.stringify(recommenderParameters[name])).given;
}
