import type { HorizontalPodAutoscaler } from '../kube/types';
import { RESOURCES, type Resource } from '../model/units';
import type { CompiledVpa } from './compiled-vpa';

/** Another autoscaler on the same resource of the same pods. */
export type Conflict =
  | { readonly kind: 'vpa'; readonly other: string; readonly resource: Resource }
  | { readonly kind: 'hpa'; readonly autoscaler: string; readonly resource: Resource };

/** The resources a VPA's recommendation acts on, over all its containers. */
function controlledResources({ recommendation }: CompiledVpa): ReadonlySet<Resource> {
  const controlled = new Set<Resource>();
  for (const { target } of recommendation?.values() ?? [])
    for (const resource of RESOURCES) if (target[resource] !== undefined) controlled.add(resource);
  return controlled;
}

/** The resources an HPA scales on, as use in relation to the request: exactly what a VPA moves under its feet. */
function scaledResources({ spec }: HorizontalPodAutoscaler): ReadonlySet<Resource> {
  const names = (spec.metrics ?? []).map((metric) => metric.resource?.name ?? metric.containerResource?.name);
  // An HPA without metrics scales on CPU, as the API defines.
  if (!spec.metrics?.length) return new Set<Resource>(['cpu']);
  return new Set(RESOURCES.filter((resource) => names.includes(resource)));
}

/** What other autoscalers have a hand on, whether or not `vpa` has too. */
function claims(
  vpa: CompiledVpa,
  rivals: readonly CompiledVpa[],
  scalers: readonly HorizontalPodAutoscaler[],
): Conflict[] {
  const found: Conflict[] = [];
  for (const rival of rivals) {
    if (rival.mode === 'Off') continue;
    for (const resource of controlledResources(rival))
      found.push({ kind: 'vpa', other: rival.name, resource });
  }
  const target = vpa.vpa.spec.targetRef;
  for (const scaler of scalers) {
    const { kind, name } = scaler.spec.scaleTargetRef;
    if (!target || kind !== target.kind || name !== target.name) continue;
    for (const resource of scaledResources(scaler))
      found.push({ kind: 'hpa', autoscaler: scaler.metadata.name, resource });
  }
  return found;
}

/**
 * Which resources of the pods of `vpa` another autoscaler has a hand on: `rivals` are the other VPAs of the same
 * target, `scalers` the HPAs of the namespace. Only what the recommendation in the status of `vpa` acts on counts.
 */
export function conflictsOf(
  vpa: CompiledVpa,
  rivals: readonly CompiledVpa[],
  scalers: readonly HorizontalPodAutoscaler[],
): Conflict[] {
  const own = controlledResources(vpa);
  return claims(vpa, rivals, scalers).filter(({ resource }) => own.has(resource));
}

/** The resources that `vpa` should leave alone on its pods, whatever it will recommend; arguments as above. */
export function contestedResources(
  vpa: CompiledVpa,
  rivals: readonly CompiledVpa[],
  scalers: readonly HorizontalPodAutoscaler[],
): ReadonlySet<Resource> {
  return new Set(claims(vpa, rivals, scalers).map(({ resource }) => resource));
}
