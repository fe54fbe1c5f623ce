import type { HorizontalPodAutoscaler } from '../../kube/types';
import { RESOURCES, type Resource } from '../../model/units';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import type { Conflict } from '../plan-input';

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

/**
 * Which resources of the pods of `vpa` another autoscaler has a hand on: `rivals` are the other VPAs of the same
 * target that would act, `scalers` the HPAs of the namespace.
 */
export function conflictsOf(
  vpa: CompiledVpa,
  rivals: readonly CompiledVpa[],
  scalers: readonly HorizontalPodAutoscaler[],
): Conflict[] {
  const own = controlledResources(vpa);
  const conflicts: Conflict[] = [];
  for (const rival of rivals) {
    if (rival.mode === 'Off') continue;
    const theirs = controlledResources(rival);
    for (const resource of own)
      if (theirs.has(resource)) conflicts.push({ kind: 'vpa', other: rival.name, resource });
  }
  const target = vpa.vpa.spec.targetRef;
  for (const scaler of scalers) {
    const { kind, name } = scaler.spec.scaleTargetRef;
    if (!target || kind !== target.kind || name !== target.name) continue;
    const theirs = scaledResources(scaler);
    for (const resource of own)
      if (theirs.has(resource)) conflicts.push({ kind: 'hpa', autoscaler: scaler.metadata.name, resource });
  }
  return conflicts;
}
