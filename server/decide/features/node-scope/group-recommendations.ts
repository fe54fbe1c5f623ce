import { isJsonObject, objectIn } from '../../../objects/json-object';
import { RESOURCES, type Resource } from '../../../objects/units';
import type { RecommendedContainerResources, VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { ALL_PODS, partOnNodes } from '../../../words/outcome-parts';
import { type CompiledVpa, compileRecommendation, withWholePod } from '../../pods/compiled-vpa';
import { asPart } from '../../pods/outcome/for-part';
import { withTarget } from '../../pods/outcome/hold';
import type { Recommendation } from '../../pods/recommendation';
import { ANY_VALUE, OTHER_VALUES, scopeOf } from './scope';

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
  const kept = objectIn(text);
  return kept.scope === scope && Array.isArray(kept.groups) ? kept.groups.filter(isGroup) : [];
}

function isGroup(value: unknown): value is GroupRecommendation {
  return (
    isJsonObject(value) &&
    typeof value.scopeValue === 'string' &&
    Array.isArray(value.containerRecommendations) &&
    value.containerRecommendations.every(
      (one) => isJsonObject(one) && typeof one.containerName === 'string' && isJsonObject(one.target),
    )
  );
}

interface OfValues {
  readonly groups: ReadonlyMap<string, CompiledVpa>;
  /** For nodes that are not known yet. */
  readonly anywhere: CompiledVpa;
}

/** VPAs are immutable, so what each says for its groups is parsed once. */
const BY_VALUE = new WeakMap<CompiledVpa, OfValues>();

/**
 * The VPA as it counts for pods on nodes with this value of its label: with the recommendation of their group. The VPA
 * itself, whose recommendation is the largest, if it has no scope, the value is not known or nothing was learned there;
 * the largest of what the groups hold, if any holds something.
 */
export function forNodesWith(vpa: CompiledVpa, value: string | undefined): CompiledVpa {
  if (vpa.vpa.metadata.annotations?.[GROUPS_ANNOTATION] === undefined) return vpa;
  if (value === undefined && !vpa.outcomes) return vpa;
  let ofValues = BY_VALUE.get(vpa);
  if (!ofValues) {
    const scope = scopeOf(vpa.vpa);
    const found = scope === undefined ? [] : groupsIn(vpa.vpa).flatMap((one) => compiled(vpa, scope, one));
    const groups = new Map(found.map(({ own }) => [own.group ?? '', own]));
    ofValues = { groups, anywhere: anywhereIn(vpa, found) };
    BY_VALUE.set(vpa, ofValues);
  }
  const { groups, anywhere } = ofValues;
  if (value === undefined) return anywhere;
  return groups.get(value) ?? groups.get(OTHER_VALUES) ?? anywhere;
}

/** A group before and after amounts are held. */
interface Group {
  readonly stated: Recommendation;
  readonly own: CompiledVpa;
}

/** A group that cannot be read gets the largest. */
function compiled(
  vpa: CompiledVpa,
  scope: string,
  { scopeValue, containerRecommendations }: GroupRecommendation,
): Group[] {
  try {
    const stated = compileRecommendation({ containerRecommendations: [...containerRecommendations] });
    if (!stated || stated.size === 0) return [];
    const part = partOnNodes(vpa.part ?? ALL_PODS, scope, scopeValue);
    const own = asPart(vpa, part, withWholePod(stated, vpa.vpa));
    return [{ stated, own: { ...own, group: scopeValue } }];
  } catch {
    return [];
  }
}

/** A pod may come to any of the groups: so it gets the most that any of them gives, where one holds something. */
function anywhereIn(vpa: CompiledVpa, groups: readonly Group[]): CompiledVpa {
  const { recommendation } = vpa;
  const held = groups.flatMap(({ own }) => [...(own.outcome?.held?.containers ?? [])]);
  if (!recommendation || held.length === 0) return vpa;
  const next = new Map(recommendation);
  for (const [container, { from }] of held)
    for (const resource of RESOURCES) {
      const one = next.get(container);
      if (one?.target[resource] === undefined || from[resource] === undefined) continue;
      next.set(container, withTarget(one, resource, mostIn(recommendation, groups, container, resource)));
    }
  return { ...vpa, recommendation: next, group: ANY_VALUE };
}

function mostIn(
  recommendation: Recommendation,
  groups: readonly Group[],
  container: string,
  resource: Resource,
): number {
  const largest = recommendation.get(container)?.target[resource] ?? 0;
  const targets = groups.map(({ stated, own }) => {
    const [before, after] = [stated, own.recommendation].map(
      (one) => one?.get(container)?.target[resource] ?? 0,
    );
    return { before: before ?? 0, after: after ?? 0 };
  });
  // The largest may be of a group that had no room in the annotation; one without nodes does not count for it.
  const isListed = targets.some(({ before }) => before >= largest);
  const given = targets.map(({ before, after }) => (after === before ? Math.min(after, largest) : after));
  return Math.max(isListed ? 0 : largest, ...given);
}
