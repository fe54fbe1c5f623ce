import type { UpdateMode, VerticalPodAutoscaler } from '../../objects/vpa-types';

export type EffectiveUpdateMode = Exclude<UpdateMode, 'Auto'>;

/** The effective mode: `Recreate` if none is stated, and for the deprecated `Auto`. */
export function updateModeOf(vpa: VerticalPodAutoscaler): EffectiveUpdateMode {
  return effectiveMode(vpa.spec.updatePolicy?.updateMode ?? 'Recreate');
}

export function effectiveMode(mode: UpdateMode): EffectiveUpdateMode {
  return mode === 'Auto' ? 'Recreate' : mode;
}
