/** What estimators read of the settings: percentiles as shares, margins, minima. */
export interface EstimationSettings {
  readonly recommenderName: string;
  readonly recommenders: readonly string[];
  /** The recommender of VPAs that name none, by kind of target. */
  readonly recommenderOfKind: Readonly<Record<string, string>>;
  readonly recommenderParameters: Readonly<Record<string, unknown>>;
  readonly recommendationMarginFraction: number;
  readonly podRecommendationMinCpuMillicores: number;
  /** In MiB. */
  readonly podRecommendationMinMemoryMb: number;
  readonly targetCpuPercentile: number;
  readonly targetMemoryPercentile: number;
  readonly recommendationLowerBoundCpuPercentile: number;
  readonly recommendationUpperBoundCpuPercentile: number;
  readonly recommendationLowerBoundMemoryPercentile: number;
  readonly recommendationUpperBoundMemoryPercentile: number;
  readonly confidenceIntervalCpuMs: number;
  readonly confidenceIntervalMemoryMs: number;
  readonly cpuHistogramDecayHalfLifeMs: number;
  readonly memoryHistogramDecayHalfLifeMs: number;
  readonly lastBucketStart: boolean;
  /** Of the kubelets; 1 if they have none. */
  readonly memoryThrottlingFactor: number;
}

/** What is decided by besides the cluster, as the settings of a process state it; `server/config/` says what each means. */
export interface DecisionSettings {
  readonly featureCpuStartupBoost: boolean;
  readonly featurePerVpaConfig: boolean;
  readonly featureInPlace: boolean;
  readonly nativeSidecars: boolean;
  readonly respectConflicts: boolean;
  readonly respectRoom: boolean;
  readonly respectMarks: boolean;
  /** Quantities; empty for none. */
  readonly containerRecommendationMaxAllowedCpu: string;
  readonly containerRecommendationMaxAllowedMemory: string;
  /** In millicores. */
  readonly writtenCpuStep: number;
  /** In bytes. */
  readonly writtenMemoryStep: number;
  readonly oomBumpUpRatio: number;
  readonly oomMinBumpUpBytes: number;
  readonly memoryAggregationIntervalMs: number;
  readonly memoryAggregationIntervalCount: number;
  readonly minReplicas: number;
  readonly evictionTolerance: number;
  /** Evictions per second; no limit below 0. */
  readonly evictionRateLimit: number;
  readonly evictionRateLimitPerVpa: number;
  readonly podUpdateThreshold: number;
  readonly inRecommendationBoundsEvictionLifetimeThresholdMs: number;
  readonly ageOfRequests: boolean;
  readonly changeMargin: number;
  readonly changesADay: number;
  /** What is requested of memory on a node at least, as times of its own peak; 0 for no such rule. */
  readonly nodeGuard: number;
  readonly loweringWindowMs: number;
  readonly leastHistoryToLowerMs: number;
  readonly canaryMs: number;
  readonly resourcesApart: boolean;
  readonly evictAfterOomThresholdMs: number;
  readonly inPlaceSkipDisruptionBudget: boolean;
  readonly loopBreakerMisses: number;
  readonly loopBreakerPauseMs: number;
  readonly urgentChanges: boolean;
  readonly warmUpRatePerMinute: number;
  readonly leastHistoryMs: number;
  readonly admissionLeaseMaxAgeMs: number;
  readonly resizeDeferredTimeoutMs: number;
  readonly deferredResizeHeldMs: number;
  readonly memoryFlatMs: number;
  readonly resizeInProgressTimeoutMs: number;
  readonly hpaMaxReplicaJump: number;
  /** When pods may be changed, as JSON or YAML; empty for at all times. */
  readonly calendar: string;
}
