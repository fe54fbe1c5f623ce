import type { ParameterField, RecommendersView } from '@/server/contract/operations';
import type { RecommenderChoiceView } from '@/server/contract/recommendations';
import type { PolicyEdit } from '@/server/contract/requests/policy-edit';

/** Which recommender a VPA names, as form fields. */
export interface RecommenderValues {
  /** Empty if it names none. */
  recommender: string;
  /** By path, as people write them; absent or empty if not set. */
  parameters: Readonly<Record<string, string>>;
  /** Whether the annotation, which cannot be read, is to be removed. */
  dropsAnnotation: boolean;
}

type Offer = RecommendersView['recommenders'][number];

export function recommenderValues(choice: RecommenderChoiceView | undefined): RecommenderValues {
  return { recommender: choice?.named ?? '', parameters: choice?.given ?? {}, dropsAnnotation: false };
}

/** The difference between the form when opened and now. */
export function editOfRecommender(
  opened: RecommenderValues,
  now: RecommenderValues,
): Pick<PolicyEdit, 'recommender' | 'parameters'> {
  const paths = [...new Set([...Object.keys(opened.parameters), ...Object.keys(now.parameters)])];
  const changes = paths.flatMap((path): [string, string | null][] => {
    const [was, is] = [opened, now].map(({ parameters }) => parameters[path]?.trim() ?? '');
    return was === is ? [] : [[path, is || null]];
  });
  return {
    ...(opened.recommender !== now.recommender && { recommender: now.recommender || null }),
    ...(changes.length > 0 && { parameters: Object.fromEntries(changes) }),
    ...(now.dropsAnnotation && { parameters: null }),
  };
}

/** Another recommender: of the parameters, those that it takes stay. */
export function choosing(
  name: string,
  offer: Offer | undefined,
  now: RecommenderValues,
  opened: RecommenderValues,
): RecommenderValues {
  const known = new Set(offer?.fields.map(({ path }) => path));
  const all = { ...opened.parameters, ...now.parameters };
  const isKept = ([path]: [string, string]) => offer === undefined || known.has(path);
  return { ...now, recommender: name, parameters: Object.fromEntries(Object.entries(all).filter(isKept)) };
}

/** My edits over a newer version, parameter by parameter. */
export function rebasedParameters(
  opened: RecommenderValues,
  mine: RecommenderValues,
  theirs: RecommenderValues,
): Record<string, string> {
  const paths = [...new Set([...Object.keys(mine.parameters), ...Object.keys(theirs.parameters)])];
  const kept = paths.map((path) => {
    const own = mine.parameters[path] ?? '';
    return [path, own === (opened.parameters[path] ?? '') ? (theirs.parameters[path] ?? '') : own] as const;
  });
  return Object.fromEntries(kept.filter(([path, value]) => value !== '' || path in theirs.parameters));
}

/** The choices of a VPA: the default of the cluster, ours, and the one of another program that it names. */
export function recommenderChoices(
  offers: readonly Offer[],
  choice: RecommenderChoiceView,
): { value: string; label: string; help: string }[] {
  const usual = choice.usual;
  const isTheirs = choice.named !== undefined && !offers.some(({ name }) => name === choice.named);
  return [
    {
      value: '',
      label: usual === undefined ? 'Not set: left to another program' : `Not set: the cluster uses ${usual}`,
      help: offers.find(({ name }) => name === usual)?.help ?? '',
    },
    ...offers.map(({ name, help }) => ({ value: name, label: name, help })),
    ...(isTheirs
      ? [
          {
            value: choice.named ?? '',
            label: choice.named ?? '',
            help: 'Another program serves it; Plumbline leaves it alone.',
          },
        ]
      : []),
  ];
}

/** The offer that serves the VPA with these values; undefined if another program does. */
export function offerFor(
  offers: readonly Offer[],
  { recommender }: RecommenderValues,
  { usual }: RecommenderChoiceView,
): Offer | undefined {
  return offers.find(({ name }) => name === (recommender === '' ? usual : recommender));
}

/** Parameters that are set and that the recommender does not take. */
export function unknownParameters(fields: readonly ParameterField[], values: RecommenderValues): string[] {
  const known = new Set(fields.map(({ path }) => path));
  return Object.entries(values.parameters).flatMap(([path, value]) =>
    value === '' || known.has(path) ? [] : [path],
  );
}
