import type { CompiledVpa } from './compiled-vpa';
import { byStrength } from './controlling-vpa';

/**
 * The VPA that sums count pods with which all `candidates` have: of those that act, or would once a stop is lifted, the
 * strongest; the strongest of all if none does. So every pod counts once, whatever selects it.
 */
export function countedVpa(candidates: readonly CompiledVpa[]): CompiledVpa | undefined {
  const acting = candidates.filter(({ mode, modeOnceResumed }) => (modeOnceResumed ?? mode) !== 'Off');
  const among = acting.length > 0 ? acting : candidates;
  return among.reduce<CompiledVpa | undefined>(
    (best, one) => (best && byStrength(best.vpa, one.vpa) <= 0 ? best : one),
    undefined,
  );
}
