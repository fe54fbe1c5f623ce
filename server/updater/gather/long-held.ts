import type { WorkloadInput } from '../../decide/running/plan-input';
import { toKubeTime } from '../../lib/time/clock';
import { aboutVpa, type ObjectFault } from '../../words/object-fault';

const DAY_MS = 86_400_000;

/** A workload whose evictions the loop breaker has held back for a day, if it has. */
export function longHeld(
  { vpa, loop }: Pick<WorkloadInput, 'vpa' | 'loop'>,
  { nowMs, limit }: { nowMs: number; limit: number },
): ObjectFault | undefined {
  const { misses, firstMissMs } = loop;
  if (limit === 0 || misses < limit || nowMs - firstMissMs < DAY_MS) return undefined;
  return {
    code: 'evictions-held',
    about: aboutVpa(vpa),
    message: `${misses} evicted pods came back without their requests, the first at ${toKubeTime(firstMissMs)}`,
  };
}
