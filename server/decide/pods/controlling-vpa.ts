import { isOnPodGroup } from '../../objects/target-key';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { CompiledVpa } from './compiled-vpa';
import type { FeatureGates } from './vpa-faults';

type Acting = Pick<CompiledVpa, 'mode' | 'boosts'>;
export type Gates = Pick<FeatureGates, 'cpuStartupBoost' | 'inPlace'>;

/** Whether a VPA acts on pods: in any mode except `Off`, or to boost their startup. */
export function actsOnNewPods({ mode, boosts }: Acting, { cpuStartupBoost }: Gates): boolean {
  return mode !== 'Off' || (boosts && cpuStartupBoost);
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
 * first, then by name. One without a date counts as the oldest, as in the reference; one with an unreadable date as the
 * youngest (VPA 1.8, pkg/utils/vpa, api.go, `Stronger`).
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

/** The VPAs of one pod. */
export interface PodControl {
  /** All that may act on it. */
  readonly candidates: readonly CompiledVpa[];
  /** The strongest that acts; if none does, the strongest of all. */
  readonly controlling?: CompiledVpa;
  readonly acts: boolean;
}

/**
 * Which VPA holds a pod: those on its workload keep those on PodGroups off if one of them acts, or would once the stop
 * that holds it is lifted; of the rest the strongest acts, and one that does not act never hides one that does.
 * @param own those that target its workload
 * @param ofGroups those on the PodGroups that select it
 */
export function controlOf(
  own: readonly CompiledVpa[],
  ofGroups: readonly CompiledVpa[],
  gates: Gates,
): PodControl {
  const isHeld = ofGroups.length === 0 || own.some((vpa) => holdsItsPods(vpa, gates));
  const candidates = isHeld ? own : [...own, ...ofGroups];
  const acting = strongestOf(candidates.filter((vpa) => actsOnNewPods(vpa, gates)));
  const controlling = acting ?? strongestOf(candidates);
  return { candidates, ...(controlling && { controlling }), acts: acting !== undefined };
}

function strongestOf(vpas: readonly CompiledVpa[]): CompiledVpa | undefined {
  return vpas.reduce<CompiledVpa | undefined>(
    (strongest, one) => (strongest && byStrength(strongest.vpa, one.vpa) <= 0 ? strongest : one),
    undefined,
  );
}
