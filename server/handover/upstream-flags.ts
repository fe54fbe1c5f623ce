import { type Config, SETTINGS } from '../config';

type SettingName = keyof Config;

/** What says the same to Plumbline as a flag of the upstream VPA. */
export interface SameSetting {
  readonly settings: readonly SettingName[];
  /** The settings that a value of the flag comes to; by default the only one, with that value. */
  readonly write?: (value: string) => Partial<Record<SettingName, string>>;
  /** What else to know. */
  readonly note?: string;
}

/** A flag that no setting stands for, with what to do instead. */
export interface NoSetting {
  readonly none: string;
}

export type FlagAnswer = SameSetting | NoSetting;

const to = (setting: SettingName, note?: string): SameSetting => ({
  settings: [setting],
  ...(note && { note }),
});
const none = (why: string): NoSetting => ({ none: why });

const LOG_FILES = none(
  'the log goes to standard output, a JSON object a line; PLUMBLINE_LOG_LEVEL chooses how much.',
);
const LEASE_TIMES = none('the times of leases are fixed; PLUMBLINE_LEADER_ELECT elects leaders.');
const QUERY_OF_CPU = 'container_cpu_usage_seconds_total';
const QUERY_OF_MEMORY = 'container_memory_working_set_bytes';
/** From which klog verbosity on the log has more than the default of the upstream, 4. */
const DEBUG_FROM = 5;
const TRACE_FROM = 8;

function gates(value: string): Partial<Record<SettingName, string>> {
  const stated = new Map(
    value.split(',').map((pair) => pair.split('=').map((word) => word.trim()) as [string, string]),
  );
  const all = stated.get('AllAlpha');
  const settings = {
    featureInPlace: stated.get('InPlace') ?? all,
    featureCpuStartupBoost: stated.get('CPUStartupBoost') ?? all,
    featurePerVpaConfig: stated.get('PerVPAConfig') ?? all,
  };
  return Object.fromEntries(
    Object.entries(settings).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

function logLevel(value: string): Partial<Record<SettingName, string>> {
  const verbosity = Number(value);
  return { logLevel: verbosity >= TRACE_FROM ? 'trace' : verbosity >= DEBUG_FROM ? 'debug' : 'info' };
}

const LOG_LEVEL: SameSetting = { settings: ['logLevel'], write: logLevel };

/** Every flag of the three programs of VPA 1.8.1 (their `--help`), by its name. */
export const UPSTREAM_FLAGS: Readonly<Record<string, FlagAnswer>> = {
  address: {
    settings: ['metricsPort'],
    write: (value) => ({ metricsPort: value.replace(/^.*:/, '') }),
    note: 'metrics are at PLUMBLINE_PORT too',
  },
  'feature-gates': {
    settings: ['featureInPlace', 'featureCpuStartupBoost', 'featurePerVpaConfig'],
    write: gates,
    note: 'gates that are not named are closed in the upstream and open here',
  },
  'ignored-vpa-object-namespaces': to('ignoredVpaObjectNamespaces'),
  'vpa-object-namespace': to('vpaObjectNamespace'),
  'kube-api-burst': to('kubeApiBurst', 'one process runs all roles, with one limit'),
  'kube-api-qps': to('kubeApiQps', 'one process runs all roles, with one limit'),
  kubeconfig: to('kubeconfig'),
  profiling: none('no profiler is served; docs/observability.md has metrics and traces of each pass.'),
  v: LOG_LEVEL,
  'add-dir-header': LOG_FILES,
  alsologtostderr: LOG_FILES,
  alsologtostderrthreshold: LOG_FILES,
  'legacy-stderr-threshold-behavior': LOG_FILES,
  'log-backtrace-at': LOG_FILES,
  'log-dir': LOG_FILES,
  'log-file': LOG_FILES,
  'log-file-max-size': LOG_FILES,
  logtostderr: LOG_FILES,
  'one-output': LOG_FILES,
  'skip-headers': LOG_FILES,
  'skip-log-headers': LOG_FILES,
  stderrthreshold: LOG_FILES,
  vmodule: LOG_FILES,
  'leader-elect': to('leaderElect'),
  'leader-elect-lease-duration': LEASE_TIMES,
  'leader-elect-renew-deadline': LEASE_TIMES,
  'leader-elect-retry-period': LEASE_TIMES,
  'leader-elect-resource-lock': none('leaders are elected by Leases.'),
  'leader-elect-resource-name': none(
    'leases have names of Plumbline, since the upstream may run on beside it.',
  ),
  'leader-elect-resource-namespace': to('ownNamespace', 'of all leases but that of admission'),

  'checkpoints-gc-interval': to('checkpointsGcIntervalMs'),
  'checkpoints-timeout': to('checkpointsTimeoutMs'),
  'min-checkpoints': none('the flag has no effect in 1.8.1.'),
  'update-worker-count': none('PLUMBLINE_KUBE_API_QPS says how much is written at once.'),
  'confidence-interval-cpu': to('confidenceIntervalCpuMs'),
  'confidence-interval-memory': to('confidenceIntervalMemoryMs'),
  'container-name-label': to('containerNameLabel'),
  'container-namespace-label': to('containerNamespaceLabel'),
  'container-pod-name-label': to('containerPodNameLabel'),
  'container-recommendation-max-allowed-cpu': to('containerRecommendationMaxAllowedCpu'),
  'container-recommendation-max-allowed-memory': to('containerRecommendationMaxAllowedMemory'),
  'cpu-histogram-decay-half-life': to('cpuHistogramDecayHalfLifeMs'),
  'memory-histogram-decay-half-life': to('memoryHistogramDecayHalfLifeMs'),
  'memory-aggregation-interval': to('memoryAggregationIntervalMs'),
  'memory-aggregation-interval-count': to('memoryAggregationIntervalCount'),
  'cpu-integer-post-processor-enabled': to('cpuIntegerPostProcessorEnabled'),
  'use-external-metrics': none(
    'usage comes from the metrics API, or from Prometheus with PLUMBLINE_LIVE_SOURCE=prometheus and PLUMBLINE_PROMETHEUS_ADDRESS.',
  ),
  'external-metrics-cpu-metric': none(
    'PLUMBLINE_LIVE_SOURCE=prometheus reads usage by PLUMBLINE_PROMETHEUS_CPU_QUERY.',
  ),
  'external-metrics-memory-metric': none(
    'PLUMBLINE_LIVE_SOURCE=prometheus reads usage by PLUMBLINE_PROMETHEUS_MEMORY_QUERY.',
  ),
  'history-cpu-metric': {
    settings: ['prometheusCpuQuery'],
    write: (value) => ({
      prometheusCpuQuery: SETTINGS.prometheusCpuQuery.fallback.replace(QUERY_OF_CPU, value),
    }),
    note: 'a whole query',
  },
  'history-memory-metric': {
    settings: ['prometheusMemoryQuery'],
    write: (value) => ({
      prometheusMemoryQuery: SETTINGS.prometheusMemoryQuery.fallback.replace(QUERY_OF_MEMORY, value),
    }),
    note: 'a whole query',
  },
  'history-length': to('historyLengthMs'),
  'history-resolution': to('historyResolutionMs'),
  'humanize-memory': none(
    'it stores thousandths of a byte, with which no resize ends; PLUMBLINE_ROUND_MEMORY_BYTES=1048576 makes whole MiB.',
  ),
  'memory-saver': to('memorySaver'),
  'metric-for-pod-labels': to('metricForPodLabels'),
  'oom-bump-up-ratio': to('oomBumpUpRatio'),
  'oom-min-bump-up-bytes': to('oomMinBumpUpBytes'),
  password: to('prometheusPassword'),
  username: to('prometheusUsername'),
  'pod-label-prefix': to('podLabelPrefix'),
  'pod-name-label': to('podNameLabel'),
  'pod-namespace-label': to('podNamespaceLabel'),
  'pod-recommendation-min-cpu-millicores': to('podRecommendationMinCpuMillicores'),
  'pod-recommendation-min-memory-mb': to('podRecommendationMinMemoryMb'),
  'prometheus-address': to('prometheusAddress', 'without --storage=prometheus the upstream does not ask it'),
  'prometheus-bearer-token': to('prometheusBearerToken'),
  'prometheus-bearer-token-file': to('prometheusBearerTokenFile'),
  'prometheus-cadvisor-job-name': to('prometheusCadvisorJobName'),
  'prometheus-insecure': to('prometheusInsecure'),
  'prometheus-query-timeout': to('prometheusQueryTimeoutMs'),
  'recommendation-lower-bound-cpu-percentile': to('recommendationLowerBoundCpuPercentile'),
  'recommendation-lower-bound-memory-percentile': to('recommendationLowerBoundMemoryPercentile'),
  'recommendation-upper-bound-cpu-percentile': to('recommendationUpperBoundCpuPercentile'),
  'recommendation-upper-bound-memory-percentile': to('recommendationUpperBoundMemoryPercentile'),
  'recommendation-margin-fraction': to('recommendationMarginFraction'),
  'recommender-interval': to('recommenderIntervalMs'),
  'recommender-name': to('recommenderName'),
  'round-cpu-millicores': to('roundCpuMillicores'),
  'round-memory-bytes': to('roundMemoryBytes'),
  storage: to('storage'),
  'target-cpu-percentile': to('targetCpuPercentile'),
  'target-memory-percentile': to('targetMemoryPercentile'),

  'admission-controller-status-lease-name': none(
    'the lease has the name that the upstream gives it by default.',
  ),
  'admission-controller-status-lease-namespace': to('systemNamespace'),
  'admission-controller-status-lease-timeout': to('admissionLeaseMaxAgeMs'),
  'concurrent-cpu-startup-boost-syncs': none('boosts end with the pass of the updater, however many.'),
  'evict-after-oom-threshold': to('evictAfterOomThresholdMs'),
  'eviction-rate-burst': to('evictionRateBurst'),
  'eviction-rate-limit': to('evictionRateLimit'),
  'eviction-tolerance': to('evictionTolerance'),
  'in-place-skip-disruption-budget': to('inPlaceSkipDisruptionBudget'),
  'in-recommendation-bounds-eviction-lifetime-threshold': to(
    'inRecommendationBoundsEvictionLifetimeThresholdMs',
  ),
  'min-replicas': to('minReplicas'),
  'pod-update-threshold': to('podUpdateThreshold'),
  'updater-interval': to('updaterIntervalMs'),
  'use-admission-controller-status': to('useAdmissionControllerStatus'),

  'client-ca-file': to('admissionCaFile', 'without it Plumbline makes its own certificates'),
  'tls-cert-file': to('admissionCertFile', 'without it Plumbline makes its own certificates'),
  'tls-private-key': to('admissionKeyFile', 'without it Plumbline makes its own certificates'),
  'reload-cert': none('certificate files are always read again.'),
  'tls-ciphers': none('ciphers are those of Node.js for TLS 1.2 and 1.3.'),
  'min-tls-version': none('TLS 1.2 and 1.3 are served.'),
  'max-allowed-cpu-boost': to('maxAllowedCpuBoost'),
  port: to('admissionPort'),
  'register-by-url': {
    settings: ['admissionServiceName'],
    write: (value) => (value === 'true' ? { admissionServiceName: '' } : {}),
    note: 'an empty service name registers by URL',
  },
  'register-webhook': to('admissionRegister'),
  'status-lease-name': none('the lease has the name that the upstream gives it by default.'),
  'status-lease-namespace': to('systemNamespace'),
  'status-lease-update-interval': none('the lease is renewed in time, while reviews work.'),
  'webhook-address': {
    settings: ['admissionUrl'],
    write: (value) => ({ admissionUrl: /^https:/.test(value) ? value : `https://${value}` }),
    note: 'with the port',
  },
  'webhook-port': none('the port is part of PLUMBLINE_ADMISSION_URL.'),
  'webhook-failure-policy-fail': none('the policy is always Ignore: no pod waits for Plumbline.'),
  'webhook-labels': {
    settings: ['admissionWebhookLabels'],
    write: (value) => ({ admissionWebhookLabels: value.replaceAll(':', '=') }),
  },
  'webhook-service': to('admissionServiceName', 'the manifests have a Service of their own'),
  'webhook-timeout-seconds': {
    settings: ['admissionTimeoutMs'],
    write: (value) => ({ admissionTimeoutMs: `${value}s` }),
  },
};
