import { isOnPodGroup } from '../kube/target-key';
import type { UpdateMode, VerticalPodAutoscaler } from '../kube/vpa-types';
import type { CompiledVpa } from './compiled-vpa';
import type { FeatureGates } from './vpa-faults';

export type EffectiveUpdateMode = Exclude<UpdateMode, 'Auto'>;

/** The effective mode: `Recreate` if none is stated, and for the deprecated `Auto`. */
export function updateModeOf(vpa: VerticalPodAutoscaler): EffectiveUpdateMode {
  return effectiveMode(vpa.spec.updatePolicy?.updateMode ?? 'Recreate');
}

export function effectiveMode(mode: UpdateMode): EffectiveUpdateMode {
  return mode === 'Auto' ? 'Recreate' : mode;
}

type Acting = Pick<CompiledVpa, 'mode' | 'boosts'>;
type Gates = Pick<FeatureGates, 'cpuStartupBoost' | 'inPlace'>;

/** Whether a VPA changes pods at creation: in any mode except `Off`, or to boost their startup. */
export function actsOnNewPods({ mode, boosts }: Acting, { cpuStartupBoost }: Gates): boolean {
  return mode !== 'Off' || (boosts && cpuStartupBoost);
}

/** Whether a VPA changes running pods: by eviction or resize, or to end their startup boost. */
export function actsOnRunningPods({ mode, boosts }: Acting, { cpuStartupBoost, inPlace }: Gates): boolean {
  switch (mode) {
    case 'Off':
    case 'Initial':
      return boosts && cpuStartupBoost;
    case 'InPlace':
      return inPlace || (boosts && cpuStartupBoost);
    case 'Recreate':
    case 'InPlaceOrRecreate':
      return true;
  }
}

/**
 * Whether a VPA on a workload keeps those on PodGroups off its pods: if it acts on any of them, or would once the stop
 * that holds it is lifted.
 */
export function holdsItsPods(
  { mode, modeOnceResumed, boosts }: Acting & Pick<CompiledVpa, 'modeOnceResumed'>,
  gates: Gates,
): boolean {
  return actsOnNewPods({ mode: modeOnceResumed ?? mode, boosts }, gates);
}

/**
 * Orders VPAs of the same pods by strength: those on the workload itself before those on a PodGroup, then the oldest
 * first, then by name. One without a date counts as the oldest, as in the reference; one with an unreadable date as
 * the youngest.
 */
export function byStrength(a: Dated, b: Dated): number {
  const tierA = tierOf(a);
  const tierB = tierOf(b);
  if (tierA !== tierB) return tierA - tierB;
  const ageA = createdMs(a);
  const ageB = createdMs(b);
  if (ageA !== ageB) return ageA < ageB ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : a.metadata.name > b.metadata.name ? 1 : 0;
}

type Dated = Pick<VerticalPodAutoscaler, 'metadata'> & Partial<Pick<VerticalPodAutoscaler, 'spec'>>;

function tierOf({ spec }: Dated): number {
  return spec && isOnPodGroup({ spec }) ? 1 : 0;
}

function createdMs({ metadata: { creationTimestamp } }: Dated): number {
  const stated: unknown = creationTimestamp ?? '';
  if (stated === '') return 0;
  const ms = typeof stated === 'string' ? Date.parse(stated) : Number.NaN;
  return Number.isNaN(ms) ? Number.POSITIVE_INFINITY : ms;
}

/**
 * The VPA that controls pods which all `candidates` target: the strongest of those that act. One that does
 * not act never hides one that does.
 */
export function controllingVpa(
  candidates: Iterable<CompiledVpa>,
  acts: (vpa: CompiledVpa) => boolean,
): CompiledVpa | undefined {
  let controlling: CompiledVpa | undefined;
  for (const one of candidates)
    if (acts(one) && (!controlling || byStrength(one.vpa, controlling.vpa) < 0)) controlling = one;
  return controlling;
}
