import type { UpdateMode, VerticalPodAutoscaler } from '../kube/vpa-types';

export type EffectiveUpdateMode = Exclude<UpdateMode, 'Auto'>;

/** The mode that counts: `Recreate` when none is stated, and for the deprecated `Auto`. */
export function updateModeOf(vpa: VerticalPodAutoscaler): EffectiveUpdateMode {
  const mode = vpa.spec.updatePolicy?.updateMode ?? 'Recreate';
  return mode === 'Auto' ? 'Recreate' : mode;
}

/**
 * Orders VPAs that target the same pods by strength: the oldest first, then by name. The first in this order
 * controls the pods.
 */
export function byStrength(a: VerticalPodAutoscaler, b: VerticalPodAutoscaler): number {
  const ageA = Date.parse(a.metadata.creationTimestamp ?? '') || 0;
  const ageB = Date.parse(b.metadata.creationTimestamp ?? '') || 0;
  if (ageA !== ageB) return ageA - ageB;
  return a.metadata.name < b.metadata.name ? -1 : a.metadata.name > b.metadata.name ? 1 : 0;
}

/** The VPA that controls pods which all of `candidates` target; undefined when there is none. */
export function controllingVpa(
  candidates: Iterable<VerticalPodAutoscaler>,
): VerticalPodAutoscaler | undefined {
  let strongest: VerticalPodAutoscaler | undefined;
  for (const vpa of candidates) if (!strongest || byStrength(vpa, strongest) < 0) strongest = vpa;
  return strongest;
}
