import type { FullBehavior } from './behavior';
import type { HpaPast } from './past';
import { type RateLimit, rateLimit } from './rate-policies';
import type { ScalingBehavior } from './rules';

export interface ReplicaLimits {
  readonly min: number;
  readonly max: number;
}

export type LimitReason =
  | 'DesiredWithinRange'
  | 'TooManyReplicas'
  | 'TooFewReplicas'
  | 'ScaleUpLimit'
  | 'ScaleDownLimit';

/** What bounds and rates left of a wish. */
export interface Limited {
  readonly replicas: number;
  readonly reason: LimitReason;
  /** The rate that applied to the direction; absent for an HPA without behaviour. */
  readonly rate?: RateLimit;
}

/**
 * An HPA without behaviour: at most twice the replicas, or four, in one step (Kubernetes 1.37,
 * pkg/controller/podautoscaler, horizontal.go, `convertDesiredReplicasWithRules`).
 */
export function limitedByDefault(current: number, wished: number, { min, max }: ReplicaLimits): Limited {
  const most = Math.max(2 * current, 4);
  if (wished < min) return { replicas: min, reason: 'TooFewReplicas' };
  if (wished <= Math.min(max, most)) return { replicas: wished, reason: 'DesiredWithinRange' };
  return most < max
    ? { replicas: most, reason: 'ScaleUpLimit' }
    : { replicas: max, reason: 'TooManyReplicas' };
}

/**
 * An HPA with behaviour: at the rates of its policies, and within its bounds (Kubernetes 1.37,
 * pkg/controller/podautoscaler, horizontal.go, `convertDesiredReplicasWithBehaviorRate`).
 */
export function limitedByBehavior(
  current: number,
  wished: number,
  { min, max }: ReplicaLimits,
  { up, down }: FullBehavior,
  past: HpaPast,
  nowMs: number,
  rules: ScalingBehavior,
): Limited {
  if (wished > current) {
    const rate = rateLimit('up', current, up, past, nowMs, rules);
    const most = Math.min(max, rate.replicas);
    if (wished <= most) return { replicas: wished, reason: 'DesiredWithinRange', rate };
    return { replicas: most, reason: rate.replicas < max ? 'ScaleUpLimit' : 'TooManyReplicas', rate };
  }
  if (wished < current) {
    const rate = rateLimit('down', current, down, past, nowMs, rules);
    const least = Math.max(min, rate.replicas);
    if (wished >= least) return { replicas: wished, reason: 'DesiredWithinRange', rate };
    return { replicas: least, reason: rate.replicas > min ? 'ScaleDownLimit' : 'TooFewReplicas', rate };
  }
  return { replicas: wished, reason: 'DesiredWithinRange' };
}
