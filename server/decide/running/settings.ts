import type { DecisionSettings } from '../settings';

/** The settings the plan depends on, in the units of {@link DecisionSettings}. */
export type PlanSettings = Pick<
  DecisionSettings,
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
