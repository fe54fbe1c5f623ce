import type { CompiledVpa } from './compiled-vpa';
import { byStrength } from './controlling-vpa';

/** What decides which of several VPAs sums count a workload or a pod with. */
export interface Counting {
  /** Whether it acts on pods, or would once a stop is lifted. */
  readonly acts: boolean;
  readonly vpa: Parameters<typeof byStrength>[0];
}

/** Whether sums count with `one` rather than with `other`: with one that acts, else with the strongest. */
export function isCountedBefore(one: Counting, other: Counting): boolean {
  return one.acts === other.acts ? byStrength(one.vpa, other.vpa) < 0 : one.acts;
}

/**
 * The VPA that sums count pods with which all `candidates` have: of those that act, or would once a stop is lifted, the
 * strongest; the strongest of all if none does. So every pod counts once, whatever selects it.
 */
export function countedVpa(candidates: readonly CompiledVpa[]): CompiledVpa | undefined {
  return candidates.reduce<CompiledVpa | undefined>(
    (best, one) => (best && !isCountedBefore(countingOf(one), countingOf(best)) ? best : one),
    undefined,
  );
}

function countingOf({ vpa, mode, modeOnceResumed }: CompiledVpa): Counting {
  return { vpa, acts: (modeOnceResumed ?? mode) !== 'Off' };
}
