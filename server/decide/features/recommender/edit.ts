import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { FieldError } from '../../../lib/report/errors';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { editedParameters } from '../../estimators/parameter-edit';
import { writtenParameters } from '../../estimators/parameter-fields';
import { ParameterTextError, readGiven } from '../../estimators/parameter-text';
import { clusterParameters, isRecommenderName, recommenderNamed } from '../../estimators/recommenders';
import { servingRecommender } from '../../pods/serving-recommender';
import type { EstimationSettings } from '../../settings';
import type { FeatureEdit } from '../feature';
import { withAnnotation } from '../with-annotation';
import { namesToChoose } from './offered';
import { parameterTextOf, RECOMMENDER_ANNOTATION } from './parameter-text';

export interface RecommenderEdit {
  /** The name of a recommender; null names none, so the cluster's default applies. */
  recommender?: string | null;
  /** Its parameters by path, as people write them; null removes one, or all of them. */
  parameters?: Readonly<Record<string, string | null>> | null;
  /** The annotation with parameters that was edited, null for none: the edit is not saved over another one. */
  annotation?: string | null;
}

const MOST_PARAMETERS = 100;

/** One line each, since the annotation may be lines of `key: value`. */
const value = z
  .string()
  .regex(/^[^\r\n]{1,500}$/, 'must be one line of text')
  .trim()
  .min(1, 'must not be empty');
const path = z.string().regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*){0,7}$/, 'is no parameter');
const changes = z
  .record(path, value.nullable())
  .refine((all) => Object.keys(all).length <= MOST_PARAMETERS, `are more than ${MOST_PARAMETERS}`);

export const recommenderEdit: FeatureEdit<RecommenderEdit> = {
  shape: {
    recommender: z.string().min(1).max(253).nullable().optional(),
    parameters: changes.nullable().optional(),
    annotation: z.string().nullable().optional(),
  },
  mark: 'annotation',
  recordedAs: 'recommender',
  apply: withRecommender,
  tests: ({ metadata: { annotations } }, { parameters }) =>
    parameters === undefined || !annotations
      ? []
      : [{ op: 'test', path: '/metadata/annotations', value: annotations }],
  faults: (vpa, edit, { settings }) => recommenderFaults(vpa, edit, settings),
  statements: (before, after, { settings }) => recommenderStatements(before, after, settings),
};

/** The VPA with the chosen recommender and its parameters. An annotation that cannot be read stays. */
function withRecommender(
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
function recommenderFaults(
  vpa: VerticalPodAutoscaler,
  edit: RecommenderEdit,
  config: EstimationSettings,
): FieldError[] {
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
function recommenderStatements(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  config: EstimationSettings,
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
  config: EstimationSettings,
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
