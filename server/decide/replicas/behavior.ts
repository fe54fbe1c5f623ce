import type { HpaBehavior, HpaScalingPolicy, HpaScalingRules } from '../../objects/types';
import type { EvaluationSettings } from './settings';

/** Scaling rules with every field, as the API server completes them. */
export interface FullRules {
  readonly windowMs: number;
  readonly select: 'Max' | 'Min' | 'Disabled';
  readonly policies: readonly HpaScalingPolicy[];
}

export interface FullBehavior {
  readonly up: FullRules;
  readonly down: FullRules;
}

const DOUBLE: HpaScalingPolicy = { type: 'Percent', value: 100, periodSeconds: 15 };
const FOUR_PODS: HpaScalingPolicy = { type: 'Pods', value: 4, periodSeconds: 15 };

/**
 * The behaviour of an HPA that states any, with defaults for what it leaves out (KEP-853; Kubernetes 1.37,
 * pkg/apis/autoscaling/v2, defaults.go).
 */
export function fullBehavior(
  { scaleUp, scaleDown }: HpaBehavior,
  { downscaleStabilizationMs }: EvaluationSettings,
): FullBehavior {
  return {
    up: full(scaleUp, 0, [FOUR_PODS, DOUBLE]),
    down: full(scaleDown, downscaleStabilizationMs, [DOUBLE]),
  };
}

function full(
  stated: HpaScalingRules | undefined,
  windowMs: number,
  policies: readonly HpaScalingPolicy[],
): FullRules {
  return {
    windowMs: (stated?.stabilizationWindowSeconds ?? windowMs / 1000) * 1000,
    select: stated?.selectPolicy ?? 'Max',
    policies: stated?.policies?.length ? stated.policies : policies,
  };
}
