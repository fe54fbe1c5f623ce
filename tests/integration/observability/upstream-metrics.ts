interface UpstreamMetric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
}

const bySize = ['vpa_size_log2', 'update_mode'];
const ofVpa = ['vpa_name', 'vpa_namespace'];
const STEP = ['step'];

const metric = (name: string, type: UpstreamMetric['type'], ...labels: string[]) => ({ name, type, labels });

/** The metrics of the upstream VPA that dashboards read, with their labels there; here may be more labels. */
export const UPSTREAM_METRICS: readonly UpstreamMetric[] = [
  metric(
    'vpa_recommender_vpa_objects_count',
    'gauge',
    'update_mode',
    'has_recommendation',
    'api',
    'matches_pods',
    'unsupported_config',
  ),
  metric('vpa_recommender_recommendation_latency_seconds', 'histogram'),
  metric('vpa_recommender_execution_latency_seconds', 'histogram', ...STEP),
  metric('vpa_recommender_aggregate_container_states_count', 'gauge'),
  metric('vpa_recommender_metric_server_responses', 'counter', 'is_error', 'client_name'),
  metric('vpa_updater_controlled_pods_total', 'gauge', ...bySize),
  metric('vpa_updater_evictable_pods_total', 'gauge', ...bySize),
  metric('vpa_updater_evicted_pods_total', 'counter', ...bySize, ...ofVpa),
  metric('vpa_updater_vpas_with_evictable_pods_total', 'gauge', ...bySize),
  metric('vpa_updater_vpas_with_evicted_pods_total', 'gauge', ...bySize),
  metric('vpa_updater_failed_eviction_attempts_total', 'counter', ...bySize, 'reason', ...ofVpa),
  metric('vpa_updater_in_place_updatable_pods_total', 'gauge', 'vpa_size_log2'),
  metric('vpa_updater_in_place_updated_pods_total', 'counter', 'vpa_size_log2', ...ofVpa),
  metric('vpa_updater_vpas_with_in_place_updatable_pods_total', 'gauge', 'vpa_size_log2'),
  metric('vpa_updater_vpas_with_in_place_updated_pods_total', 'gauge', 'vpa_size_log2'),
  metric('vpa_updater_failed_in_place_update_attempts_total', 'counter', 'vpa_size_log2', 'reason', ...ofVpa),
  metric('vpa_updater_in_place_infeasible_skip_pods_total', 'counter', 'vpa_size_log2', ...ofVpa),
  metric('vpa_updater_admission_controller_status_invalid_total', 'counter', 'reason'),
  metric('vpa_updater_execution_latency_seconds', 'histogram', ...STEP),
  metric('vpa_admission_controller_admission_pods_total', 'counter', 'applied'),
  metric('vpa_admission_controller_admission_latency_seconds', 'histogram', 'status', 'resource'),
  metric('vpa_admission_controller_execution_latency_seconds', 'histogram', ...STEP),
  metric('vpa_quality_usage_recommendation_relative_diffs', 'histogram', 'update_mode', 'resource', 'is_oom'),
  metric(
    'vpa_quality_usage_sample_missing_recommendation_count',
    'counter',
    'update_mode',
    'resource',
    'is_oom',
  ),
  metric(
    'vpa_quality_relative_recommendation_changes',
    'histogram',
    'update_mode',
    'resource',
    'vpa_size_log2',
  ),
];
