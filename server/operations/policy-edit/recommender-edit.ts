import { isDeepStrictEqual } from 'node:util';
import type { EffectView } from '../../contract/operations';
import type { PolicyEdit } from '../../contract/requests/policy-edit';
import type { EstimatorSettings } from '../../estimators/estimator';
import { editedParameters } from '../../estimators/parameter-edit';
import { writtenParameters } from '../../estimators/parameter-fields';
import { ParameterTextError, readGiven } from '../../estimators/parameter-text';
import { clusterParameters, isRecommenderName, recommenderNamed } from '../../estimators/recommenders';
import { parameterTextOf, RECOMMENDER_ANNOTATION } from '../../features/recommender/parameter-text';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { servingRecommender } from '../../policy/serving-recommender';
import { withAnnotation } from './annotation';
import { namesToChoose } from './offered-recommenders';

type RecommenderEdit = Pick<PolicyEdit, 'recommender' | 'parameters'>;

/** The VPA with the chosen recommender and its parameters. An annotation that cannot be read stays. */
export function withRecommender(
  vpa: VerticalPodAutoscaler,
  { recommender, parameters }: RecommenderEdit,
): VerticalPodAutoscaler {
  const named = recommender === undefined ? vpa : withName(vpa, recommender);
  if (parameters === undefined) return named;
  const text = parameters === null ? undefined : readableEdit(parameterTextOf(vpa), parameters).text;
  return withAnnotation(named, RECOMMENDER_ANNOTATION, text ?? null);
}

function withName(vpa: VerticalPodAutoscaler, name: string | null): VerticalPodAutoscaler {
  const [first, ...others] = vpa.spec.recommenders ?? [];
  const { recommenders: _former, ...spec } = vpa.spec;
  if (name !== null) return { ...vpa, spec: { ...vpa.spec, recommenders: [{ ...first, name }, ...others] } };
  return { ...vpa, spec: { ...spec, ...(others.length > 0 && { recommenders: others }) } };
}

/** The text after the changes; the former one with the reason if it cannot be read. */
function readableEdit(
  text: string | undefined,
  changes: Readonly<Record<string, string | null>>,
): { text: string | undefined; fault?: string } {
  try {
    return { text: editedParameters(text, changes) };
  } catch (error) {
    if (!(error instanceof ParameterTextError)) throw error;
    return { text, fault: error.message };
  }
}

/** What is wrong with the choice; only faults that the edit makes, or that leave it without effect. */
export function recommenderFaults(
  vpa: VerticalPodAutoscaler,
  edit: RecommenderEdit,
  config: EstimatorSettings,
): EffectView['errors'] {
  const { recommender, parameters } = edit;
  if (recommender === undefined && parameters === undefined) return [];
  const names = namesToChoose(config);
  if (typeof recommender === 'string' && !names.includes(recommender))
    return [
      { field: 'recommender', message: `"${recommender}" is not served here; choose ${names.join(', ')}` },
    ];
  const unreadable = parameters && readableEdit(parameterTextOf(vpa), parameters).fault;
  if (unreadable !== undefined && unreadable !== null)
    return [{ field: 'parameters', message: `${UNREADABLE}: ${unreadable}` }];
  const after = withRecommender(vpa, edit);
  const text = parameterTextOf(after);
  const serving = servingRecommender(after, config);
  if (text === undefined || serving === undefined || !isRecommenderName(serving)) return [];
  const { given, faults } = readGiven(text);
  return [
    ...faults.map((fault) => ({ field: 'parameters', message: `${UNREADABLE}: ${fault}` })),
    ...recommenderNamed(serving)
      .parameterFaultsOf(given)
      .map(({ path, message }) => ({ field: `parameters.${path}`, message })),
  ];
}

const UNREADABLE = `the annotation ${RECOMMENDER_ANNOTATION} cannot be read, so remove it or correct it first`;

/** What changes with the recommender and its parameters, a sentence each. */
export function recommenderStatements(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  config: EstimatorSettings,
): string[] {
  const [from, to] = [servingRecommender(before, config), servingRecommender(after, config)];
  if (to === undefined || !isRecommenderName(to)) return [];
  const { patience } = recommenderNamed(to);
  const isOther = from !== to;
  return [
    ...(isOther ? [`The recommender changes from ${from ?? 'another program'} to ${to}.`] : []),
    ...(isOther && patience ? [patience] : []),
    ...(isOther && from === undefined ? ['What its containers use is known here only from now on.'] : []),
    ...parameterStatements(before, after, { from, to }, config),
  ];
}

function parameterStatements(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  { from, to }: { from: string | undefined; to: string },
  config: EstimatorSettings,
): string[] {
  const [was, is] = [givenBy(before), givenBy(after)];
  if (!isRecommenderName(to) || (from === to && isDeepStrictEqual(was, is))) return [];
  const fields = recommenderNamed(to).fields(config, clusterParameters(config, to));
  return fields.flatMap(({ path, usual }) => {
    const [former, next] = [(from === to ? was[path] : undefined) ?? usual, is[path] ?? usual];
    return former === next ? [] : [`${path} is ${next} instead of ${former}.`];
  });
}

function givenBy(vpa: VerticalPodAutoscaler): Record<string, string> {
  try {
    return writtenParameters(parameterTextOf(vpa) ?? '');
  } catch (error) {
    if (!(error instanceof ParameterTextError)) throw error;
    return {};
  }
}
