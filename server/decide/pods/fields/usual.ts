import type { DecisionSettings } from '../../settings';
import type { UsualPolicy } from './field';

/** The settings that apply if a policy has no value. */
export type UsualSettings = Pick<
  DecisionSettings,
  | 'minReplicas'
  | 'evictAfterOomThresholdMs'
  | 'oomBumpUpRatio'
  | 'oomMinBumpUpBytes'
  | 'memoryAggregationIntervalMs'
  | 'memoryAggregationIntervalCount'
>;

export function usualPolicy(config: UsualSettings): UsualPolicy {
  return {
    minReplicas: config.minReplicas,
    evictAfterOomMs: config.evictAfterOomThresholdMs,
    oomBumpUpRatio: config.oomBumpUpRatio,
    oomMinBumpUpBytes: config.oomMinBumpUpBytes,
    memoryAggregationIntervalMs: config.memoryAggregationIntervalMs,
    memoryAggregationIntervalCount: config.memoryAggregationIntervalCount,
  };
}
