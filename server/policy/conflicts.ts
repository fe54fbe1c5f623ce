import type { HorizontalPodAutoscaler } from '../kube/types';
import { RESOURCES, type Resource } from '../model/units';
import type { CompiledVpa } from './compiled-vpa';

/** Another autoscaler on the same resource of the same pods. */
export type Conflict =
  | { readonly kind: 'vpa'; readonly other: string; readonly resource: Resource }
  | { readonly kind: 'hpa'; readonly autoscaler: string; readonly resource: Resource };

/** The resources a VPA's recommendation covers, over all its containers. */
function controlledResources({ recommendation }: CompiledVpa): ReadonlySet<Resource> {
  const controlled = new Set<Resource>();
  for (const { target } of recommendation?.values() ?? [])
    for (const resource of RESOURCES) if (target[resource] !== undefined) controlled.add(resource);
  return controlled;
}

/** The resources an HPA scales on as utilisation of the request, which a VPA changes. */
export function scaledResources({ spec }: HorizontalPodAutoscaler): readonly Resource[] {
  // The API defines that an HPA without metrics scales on CPU.
  if (!Array.isArray(spec.metrics) || spec.metrics.length === 0) return ['cpu'];
  const names = spec.metrics.map((metric) => metric?.resource?.name ?? metric?.containerResource?.name);
  return RESOURCES.filter((resource) => names.includes(resource));
}

/**
 * The resources of the pods of `vpa` that another autoscaler controls: `rivals` are the other VPAs of the
 * same target, `scalers` the HPAs that scale it. Only resources recommended in the status of `vpa` count.
 */
export function conflictsOf(
  vpa: CompiledVpa,
  rivals: readonly CompiledVpa[],
  scalers: readonly HorizontalPodAutoscaler[],
): Conflict[] {
  const own = controlledResources(vpa);
  const found: Conflict[] = [];
  for (const rival of rivals) {
    if (rival.mode === 'Off') continue;
    for (const resource of controlledResources(rival))
      found.push({ kind: 'vpa', other: rival.name, resource });
  }
  for (const scaler of scalers) {
    for (const resource of scaledResources(scaler))
      found.push({ kind: 'hpa', autoscaler: scaler.metadata.name, resource });
  }
  return found.filter(({ resource }) => own.has(resource));
}

/**
 * The resources that new pods of a target keep as stated because one of its `scalers` scales on them, each
 * with the name of that HPA. Of two VPAs, the stronger still decides what a new pod gets: that is the same
 * for every pod, so nothing swings.
 */
export function scaledHorizontally(
  scalers: readonly HorizontalPodAutoscaler[],
): ReadonlyMap<Resource, string> {
  const found = new Map<Resource, string>();
  for (const scaler of scalers)
    for (const resource of scaledResources(scaler))
      if (!found.has(resource)) found.set(resource, scaler.metadata.name);
  return found;
}
