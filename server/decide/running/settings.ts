import type { Config } from '../../config';

/** The settings the plan depends on, in the units of {@link Config}. */
export type PlanSettings = Pick<
  Config,
  | 'minReplicas'
  | 'evictionTolerance'
  | 'evictionRateLimit'
  | 'evictionRateLimitPerVpa'
  | 'podUpdateThreshold'
  | 'inRecommendationBoundsEvictionLifetimeThresholdMs'
  | 'ageOfRequests'
  | 'changeMargin'
  | 'changesADay'
  | 'loweringWindowMs'
  | 'evictAfterOomThresholdMs'
  | 'inPlaceSkipDisruptionBudget'
  | 'loopBreakerMisses'
  | 'loopBreakerPauseMs'
  | 'urgentChanges'
  | 'respectMarks'
  | 'warmUpRatePerMinute'
  | 'leastHistoryMs'
  | 'admissionLeaseMaxAgeMs'
  | 'resizeDeferredTimeoutMs'
  | 'calendar'
  | 'resizeInProgressTimeoutMs'
  | 'hpaMaxReplicaJump'
  | 'respectRoom'
  | 'featureInPlace'
  | 'nativeSidecars'
  | 'featureCpuStartupBoost'
  | 'featurePerVpaConfig'
>;
