import { policyFor } from '../../pods/compiled-vpa';
import type { WorkloadInput } from '../plan-input';
import type { ChangeReason, Hold, Trigger } from '../policy';

/** Once the pod has been ready for the boost's duration, its CPU is set back in place. */
export const startupBoost: Trigger = {
  name: 'startup-boost',
  review({ facts, workload }, { nowMs }): readonly (ChangeReason | Hold)[] {
    if (facts.boosted.size === 0) return [];
    const { readySinceMs } = facts;
    return [...facts.boosted.keys()].map((container): ChangeReason | Hold => {
      if (readySinceMs === undefined)
        return { kind: 'hold', reason: { code: 'startup-boosted', container }, awaits: 'pod-ready' };
      const boostedForMs = durationMs(workload, container);
      const endsMs = readySinceMs + boostedForMs;
      if (nowMs < endsMs)
        return { kind: 'hold', reason: { code: 'startup-boosted', container, endsMs }, untilMs: endsMs };
      return {
        kind: 'change',
        by: 'unboost',
        reason: { code: 'startup-boost-over', container, readySinceMs, boostedForMs },
      };
    });
  },
};

function durationMs({ vpa }: WorkloadInput, container: string): number {
  const boost = policyFor(vpa, container)?.startupBoost ?? vpa.startupBoost;
  return (boost?.cpu?.durationSeconds ?? 0) * 1000;
}
