import type { HorizontalPodAutoscaler } from '../../../objects/types';
import { RESOURCES, type RequestedResource, type Resource } from '../../../objects/units';
import type { AsideCode } from '../../../words/with-hpa';
import type { CompiledVpa } from '../../pods/compiled-vpa';
import { type Contested, type HpaClaim, isClaimOn } from '../../pods/hpa-claims';
import { withHpas } from './with-hpa';

/** Another autoscaler on the same resource of the same pods. */
export type AutoscalerConflict =
  | { readonly kind: 'vpa'; readonly other: string; readonly resource: Resource }
  | ({
      readonly kind: 'hpa';
      /** Why the mode of the VPA beside its HPA does not change that. */
      readonly aside?: AsideCode;
      readonly by?: string;
    } & HpaClaim)
  /** An HPA that would change the replicas by more than `most` if its request were changed. */
  | ({
      readonly kind: 'hpa-jump';
      readonly from: number;
      readonly to: number;
      readonly most: number;
    } & HpaClaim);

/** The resources a VPA's recommendation covers, over all its containers. */
function controlledResources({ recommendation }: CompiledVpa): ReadonlySet<Resource> {
  const controlled = new Set<Resource>();
  for (const { target } of recommendation?.values() ?? [])
    for (const resource of RESOURCES) if (target[resource] !== undefined) controlled.add(resource);
  return controlled;
}

/**
 * The resources of the pods of `vpa` that another autoscaler controls: `rivals` are the other VPAs of the
 * same target, `scalers` the HPAs that scale it. Only what the status of `vpa` recommends counts.
 */
export function conflictsOf(
  vpa: CompiledVpa,
  rivals: readonly CompiledVpa[],
  hpas: readonly HorizontalPodAutoscaler[],
): AutoscalerConflict[] {
  const own = controlledResources(vpa);
  const found: AutoscalerConflict[] = [];
  for (const rival of rivals) {
    if (rival.mode === 'Off') continue;
    for (const resource of controlledResources(rival))
      found.push({ kind: 'vpa', other: rival.name, resource });
  }
  const { kept, aside } = withHpas(vpa.vpa, hpas);
  for (const claim of kept)
    found.push({ kind: 'hpa', ...claim, ...(aside && { aside: aside.code, by: aside.by }) });
  return found.filter((conflict) => isRecommended(conflict, vpa, own));
}

function isRecommended(
  conflict: AutoscalerConflict,
  { recommendation }: CompiledVpa,
  own: ReadonlySet<Resource>,
): boolean {
  const { resource } = conflict;
  const container = conflict.kind === 'vpa' ? undefined : conflict.container;
  if (container === undefined) return own.has(resource);
  return recommendation?.get(container)?.target[resource] !== undefined;
}

/** Whether a conflict is on this resource of this container; two VPAs of a target conflict in all of its pods. */
export function isConflictOn(
  conflict: AutoscalerConflict,
  container: string,
  resource: RequestedResource,
): boolean {
  return conflict.kind === 'vpa' ? conflict.resource === resource : isClaimOn(conflict, container, resource);
}

/** What the conflicts of a VPA leave alone; undefined if there are none. */
export function contestedBy(conflicts: readonly AutoscalerConflict[]): Contested | undefined {
  if (conflicts.length === 0) return undefined;
  return {
    has: (container, resource) => conflicts.some((conflict) => isConflictOn(conflict, container, resource)),
  };
}
