import type { HpaScalingPolicy } from '../../objects/types';
import type { FullRules } from './behavior';
import type { HpaPast, Scaling } from './past';
import type { ScalingBehavior } from './rules';

/** How far scaling may go now, and what each policy said. */
export interface RateLimit {
  readonly replicas: number;
  readonly select: FullRules['select'];
  readonly policies: readonly {
    readonly policy: HpaScalingPolicy;
    /** Replicas at the start of its period. */
    readonly start: number;
    readonly replicas: number;
  }[];
}

/**
 * How far scaling in one direction may go from `current`. Each policy counts from the replicas at the start of
 * its period; of several, `Max` takes the one that allows the biggest change, `Min` the smallest. Never beyond
 * `current` in the other direction (KEP-853; Kubernetes 1.37, pkg/controller/podautoscaler, horizontal.go,
 * `calculateScaleUpLimitWithScalingRules`).
 */
export function rateLimit(
  direction: 'up' | 'down',
  current: number,
  { select, policies }: FullRules,
  past: HpaPast,
  nowMs: number,
  rules: ScalingBehavior,
): RateLimit {
  if (select === 'Disabled') return { replicas: current, select, policies: [] };
  const judged = policies.map((policy) => {
    const start = startOf(policy, direction, current, past, nowMs, rules);
    return { policy, start, replicas: direction === 'up' ? grown(start, policy) : shrunk(start, policy) };
  });
  const limits = judged.map(({ replicas }) => replicas);
  const replicas =
    direction === 'up'
      ? Math.max(current, select === 'Min' ? Math.min(...limits) : Math.max(...limits))
      : Math.min(current, select === 'Min' ? Math.max(...limits) : Math.min(...limits));
  return { replicas, select, policies: judged };
}

function startOf(
  { periodSeconds }: HpaScalingPolicy,
  direction: 'up' | 'down',
  current: number,
  { added, removed }: HpaPast,
  nowMs: number,
  { ratesCountBothDirections: both }: ScalingBehavior,
): number {
  const since = nowMs - periodSeconds * 1000;
  const countsAdded = both || direction === 'up';
  const countsRemoved = both || direction === 'down';
  return (
    current - (countsAdded ? sumSince(added, since) : 0) + (countsRemoved ? sumSince(removed, since) : 0)
  );
}

function sumSince(scalings: readonly Scaling[], sinceMs: number): number {
  return scalings.reduce((sum, { atMs, replicas }) => (atMs > sinceMs ? sum + replicas : sum), 0);
}

/** Percentages round up, or a small target would never grow. */
function grown(start: number, { type, value }: HpaScalingPolicy): number {
  return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
}

function shrunk(start: number, { type, value }: HpaScalingPolicy): number {
  return type === 'Pods' ? start - value : Math.trunc(start * (1 - value / 100));
}
