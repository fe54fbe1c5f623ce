import { PREFERENCES } from '@/server/decide/estimators/adaptive/parameters';
import { RECOMMENDER_ANNOTATION } from '@/server/decide/features/recommender/parameter-text';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { comparableCost } from '../contract/figures';
import type { SuggestedVariant, SuggestLimits, VariantChart, VariantRequest } from '../contract/replays';
import { yamlText } from '../words/yaml';
import type { TriedPolicy } from './policies';

/** The name of the policy as it is, in every search. */
export const AS_NOW = 'as now';
/** Real time that a search may take, in ms. */
export const SEARCH_MS = 60_000;
/** Shown in the result beside the proposal: the cheapest others. */
const MOST_SHOWN = 5;

const MARGINS = [0.05, 0.3] as const;
/** Whoever may ask for more than `default` would is short less. */
const OPEN: VariantRequest = {
  name: 'adaptive, ceiling 1.5',
  recommender: 'adaptive',
  parameters: { ceiling: 1.5 },
};

/**
 * What a search tries, the most promising first, since it may run out of time: every recommender with its usual
 * parameters, what shortage may cost by the adaptive one and that with a higher ceiling, then each with less and with more margin.
 * @param names of recommenders
 */
export function searchGrid(
  names: readonly string[],
  updateMode: VariantRequest['updateMode'],
): VariantRequest[] {
  const usual = names.map((recommender) => ({ name: recommender, recommender }));
  const adaptive = (names.includes('adaptive') ? PREFERENCES : [])
    .filter((shortage) => shortage !== 'balanced')
    .map(
      (shortage): VariantRequest => ({
        name: `adaptive, ${shortage}`,
        recommender: 'adaptive',
        parameters: { shortage },
      }),
    );
  if (names.includes('adaptive')) adaptive.push(OPEN);
  const margins = MARGINS.flatMap((marginFraction) =>
    names.map((recommender) => ({
      name: `${recommender}, margin ${marginFraction * 100} %`,
      recommender,
      parameters: { marginFraction },
    })),
  );
  return [...usual, ...adaptive, ...margins].map((one) => ({ ...one, ...(updateMode && { updateMode }) }));
}

/** In a mode that changes no running pod, a search tries what resizes them. */
export function searchMode(mode: string | undefined): VariantRequest['updateMode'] {
  return mode === 'Off' || mode === 'Initial' ? 'InPlaceOrRecreate' : undefined;
}

export function isWithin({ figures }: Pick<VariantChart, 'figures'>, limits: SuggestLimits): boolean {
  return (['oomsADay', 'cpuShort', 'memoryShort'] as const).every(
    (name) => (figures[name] ?? 0) <= limits[name],
  );
}

/** The cheapest first; equal costs in the order given. */
export function byCost(tried: readonly VariantChart[]): VariantChart[] {
  return [...tried].sort((a, b) => costOf(a) - costOf(b));
}

function costOf({ figures }: VariantChart): number {
  return comparableCost(figures);
}

/** What to propose of what was tried; never the policy as it is. */
export function proposalOf(
  tried: readonly VariantChart[],
  grid: readonly VariantRequest[],
  limits: SuggestLimits,
): Pick<SuggestedVariant, 'variant' | 'isCurrentWithin'> {
  const current = tried.find(({ name }) => name === AS_NOW);
  const isCurrentWithin = current !== undefined && isWithin(current, limits);
  const best = byCost(tried).find((one) => isWithin(one, limits));
  const isBetter = best && best.name !== AS_NOW && !(isCurrentWithin && costOf(best) >= costOf(current));
  const variant = isBetter ? grid.find(({ name }) => name === best.name) : undefined;
  return { isCurrentWithin, ...(variant && { variant }) };
}

/** Which of those tried are shown: the policy as it is, the proposal, and the cheapest others. */
export function shownOf(tried: readonly VariantChart[], proposed: string | undefined): VariantChart[] {
  const first = [AS_NOW, proposed];
  const named = tried.filter(({ name }) => first.includes(name));
  const others = byCost(tried).filter(({ name }) => !first.includes(name));
  return [...named, ...others].slice(0, MOST_SHOWN);
}

/**
 * The part of a VPA that makes it so, to copy.
 * @param recommender its name in this cluster
 */
export function policyYaml(
  { metadata, spec }: VerticalPodAutoscaler,
  { parameters, spec: tried }: TriedPolicy,
  recommender: string,
): string {
  const annotations = { [RECOMMENDER_ANNOTATION]: JSON.stringify(parameters) };
  return yamlText({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      namespace: metadata.namespace,
      name: metadata.name,
      ...(Object.keys(parameters).length > 0 && { annotations }),
    },
    spec: {
      targetRef: spec.targetRef,
      recommenders: [{ name: recommender }],
      updatePolicy: tried.updatePolicy,
      ...(tried.resourcePolicy && { resourcePolicy: tried.resourcePolicy }),
    },
  });
}
