import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The outcome of a pass: `partial` lacked one of its sources, `skipped` fell into a pass still running. */
export type PassOutcome = 'done' | 'partial' | 'not-ready' | 'failed' | 'skipped';

/** The steps of a pass, in order. */
export type PassStep =
  | 'LoadVPAs'
  | 'LoadPods'
  | 'LoadMetrics'
  | 'UpdateVPAs'
  | 'MaintainCheckpoints'
  | 'GarbageCollect'
  | 'total';

const STEP_BUCKETS_S = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300];
const RECOMMENDATION_BUCKETS_S = [
  1, 2, 5, 7.5, 10, 20, 30, 40, 50, 60, 90, 120, 150, 180, 240, 300, 600, 900, 1800,
];
const RELATIVE_BUCKETS = [-1, -0.75, -0.5, -0.25, -0.1, -0.05, 0, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 2, 5, 10];

/** What dashboards for the reference read, under its names, and a few of our own. */
export function recommenderMetrics(registry: Registry) {
  const registers = [registry];
  return {
    vpaObjects: new Gauge({
      name: 'vpa_recommender_vpa_objects_count',
      help: 'Number of VPA objects present in the cluster.',
      labelNames: ['update_mode', 'has_recommendation', 'api', 'matches_pods', 'unsupported_config'] as const,
      registers,
    }),
    recommendationLatency: new Histogram({
      name: 'vpa_recommender_recommendation_latency_seconds',
      help: 'Time from the creation of a VPA object to its first recommendation.',
      buckets: RECOMMENDATION_BUCKETS_S,
      registers,
    }),
    executionLatency: new Histogram({
      name: 'vpa_recommender_execution_latency_seconds',
      help: 'Real time spent in each step of a pass.',
      labelNames: ['step'] as const,
      buckets: STEP_BUCKETS_S,
      registers,
    }),
    aggregates: new Gauge({
      name: 'vpa_recommender_aggregate_container_states_count',
      help: 'Number of aggregate container states kept in memory.',
      registers,
    }),
    metricServerResponses: new Counter({
      name: 'vpa_recommender_metric_server_responses',
      help: 'Answers of the metrics API.',
      labelNames: ['is_error', 'client_name'] as const,
      registers,
    }),
    usageDiffs: new Histogram({
      name: 'vpa_quality_usage_recommendation_relative_diffs',
      help: 'Difference of usage and recommendation, relative to the recommendation.',
      labelNames: ['update_mode', 'resource', 'is_oom'] as const,
      buckets: RELATIVE_BUCKETS,
      registers,
    }),
    usageWithoutRecommendation: new Counter({
      name: 'vpa_quality_usage_sample_missing_recommendation_count',
      help: 'Usage samples of containers that have no recommendation.',
      labelNames: ['update_mode', 'resource', 'is_oom'] as const,
      registers,
    }),
    recommendationChanges: new Histogram({
      name: 'vpa_quality_relative_recommendation_changes',
      help: 'Change of a recommendation, relative to the previous one.',
      labelNames: ['update_mode', 'resource', 'vpa_size_log2'] as const,
      buckets: RELATIVE_BUCKETS,
      registers,
    }),
    passes: new Counter({
      name: 'plumbline_recommender_passes_total',
      help: 'Passes by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    samples: new Counter({
      name: 'plumbline_recommender_samples_total',
      help: 'Usage samples by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    pastSamples: new Counter({
      name: 'plumbline_recommender_past_samples_total',
      help: 'Usage samples from before the start by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    signalSamples: new Counter({
      name: 'plumbline_recommender_signal_samples_total',
      help: 'Samples of signals besides CPU and memory, by signal; those of the past count too.',
      labelNames: ['signal', 'from'] as const,
      registers,
    }),
    signalAnswers: new Counter({
      name: 'plumbline_recommender_signal_answers_total',
      help: 'Answers of Prometheus about each signal: values, none (no series) or failed.',
      labelNames: ['signal', 'answer'] as const,
      registers,
    }),
    ooms: new Counter({
      name: 'plumbline_recommender_ooms_total',
      help: 'Out-of-memory kills, by source.',
      labelNames: ['source'] as const,
      registers,
    }),
  };
}

export type RecommenderMetrics = ReturnType<typeof recommenderMetrics>;
