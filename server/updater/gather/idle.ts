import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { NO_LIMITS } from '../../decide/pods/limit-bounds';
import { NO_LOOP, type WorkloadInput } from '../../decide/running/plan-input';
import { isBoosted } from '../../decide/running/pod-facts';
import type { Pod } from '../../objects/types';
import type { TargetVpas } from './rivals';
import { isSameInput } from './same-input';

/** The facts that a VPA which does nothing does not need. */
const IDLE: Omit<WorkloadInput, 'vpa' | 'overruledBy' | 'pods'> = {
  controllers: [],
  limits: NO_LIMITS,
  quotas: [],
  budgets: [],
  conflicts: [],
  loop: NO_LOOP,
  refusals: new Map(),
  failures: new Map(),
};

/** A VPA in whose place another one acts, if any does. */
export function idleUnder(
  overruledBy: string | undefined,
  vpa: CompiledVpa,
  pods: readonly Pod[],
): WorkloadInput {
  return { ...IDLE, vpa, overruledBy, pods };
}

/**
 * All but the first VPA of a target, each with the one that acts in its place; previous inputs are reused if
 * still valid.
 */
export function idleIn(
  { rivals: [first, ...others], acting }: TargetVpas,
  pods: readonly Pod[],
  former: readonly WorkloadInput[] = [],
): WorkloadInput[] {
  if (others.length === 0) return [];
  // If none acts any more, the first still ends a boost that one of them began.
  const overruledBy = (acting ?? (pods.some(isBoosted) ? first : undefined))?.name;
  return others.map((vpa, index) => {
    const input = idleUnder(overruledBy, vpa, pods);
    const known = former[index];
    return known && isSameInput(known, input) ? known : input;
  });
}
