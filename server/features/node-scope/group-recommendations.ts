import { isRecord } from '../../json-record';
import type { RecommendedContainerResources, VerticalPodAutoscaler } from '../../kube/vpa-types';
import { type CompiledVpa, compileRecommendation, type Recommendation } from '../../policy/compiled-vpa';
import { OTHER_VALUES, scopeOf } from './scope';

/** On a VPA with a scope: what the recommender recommends for each group of nodes. Its status has the largest. */
export const GROUPS_ANNOTATION = 'plumbline.dev/groups';

/** The recommendation for the pods on nodes with one value of the label; the names are those of AEP-10031. */
export interface GroupRecommendation {
  readonly scopeValue: string;
  readonly containerRecommendations: readonly RecommendedContainerResources[];
}

/** As text for the annotation. */
export function groupsText(scope: string, groups: readonly GroupRecommendation[]): string {
  return JSON.stringify({ scope, groups });
}

/** What the annotation says for the scope that the VPA has now; empty if there is none, or it cannot be read. */
export function groupsIn(vpa: Pick<VerticalPodAutoscaler, 'metadata' | 'spec'>): GroupRecommendation[] {
  const text: unknown = vpa.metadata.annotations?.[GROUPS_ANNOTATION];
  const scope = typeof text === 'string' ? scopeOf(vpa) : undefined;
  if (scope === undefined) return [];
  try {
    const kept: unknown = JSON.parse(text as string);
    if (!isRecord(kept) || kept.scope !== scope || !Array.isArray(kept.groups)) return [];
    return kept.groups.filter(isGroup);
  } catch {
    return [];
  }
}

function isGroup(value: unknown): value is GroupRecommendation {
  return (
    isRecord(value) &&
    typeof value.scopeValue === 'string' &&
    Array.isArray(value.containerRecommendations) &&
    value.containerRecommendations.every(
      (one) => isRecord(one) && typeof one.containerName === 'string' && isRecord(one.target),
    )
  );
}

type OfValues = ReadonlyMap<string, CompiledVpa>;

/** VPAs are immutable, so what each says for its groups is parsed once. */
const BY_VALUE = new WeakMap<CompiledVpa, OfValues>();

/**
 * The VPA as it counts for pods on nodes with this value of its label: with the recommendation of their group. The VPA
 * itself, whose recommendation is the largest, if it has no scope, the value is not known or nothing was learned there.
 */
export function forNodesWith(vpa: CompiledVpa, value: string | undefined): CompiledVpa {
  if (value === undefined || vpa.vpa.metadata.annotations?.[GROUPS_ANNOTATION] === undefined) return vpa;
  let ofValues = BY_VALUE.get(vpa);
  if (!ofValues) {
    ofValues = new Map(groupsIn(vpa.vpa).flatMap((group) => compiled(vpa, group)));
    BY_VALUE.set(vpa, ofValues);
  }
  return ofValues.get(value) ?? ofValues.get(OTHER_VALUES) ?? vpa;
}

/** A group that cannot be read gets the largest. */
function compiled(
  vpa: CompiledVpa,
  { scopeValue, containerRecommendations }: GroupRecommendation,
): [string, CompiledVpa][] {
  try {
    const recommendation: Recommendation | undefined = compileRecommendation({
      containerRecommendations: [...containerRecommendations],
    });
    return recommendation && recommendation.size > 0
      ? [[scopeValue, { ...vpa, recommendation, group: scopeValue }]]
      : [];
  } catch {
    return [];
  }
}
