import { z } from 'zod';

/**
 * Every setting: one table gives type, default, environment name and help text. The environment is read
 * nowhere else. A setting `recommenderIntervalMs` is read from `PLUMBLINE_RECOMMENDER_INTERVAL`: the unit
 * belongs to the value in code, while people write it with the value ("1m", "250Mi").
 */
interface Setting<T> {
  readonly env: string;
  readonly help: string;
  readonly fallback: string;
  readonly parse: z.ZodType<T, string>;
}

const DURATION_UNITS_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const durationMs = z.string().transform((text, context) => {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    context.addIssue({ code: 'custom', message: 'must be a duration such as 30s, 5m, 1h30m or 8d' });
    return z.NEVER;
  }
  return parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (DURATION_UNITS_MS[unit ?? ''] ?? 0),
    0,
  );
});

const numeric = (check: z.ZodNumber) =>
  z
    .string()
    .transform((text, context) => {
      const value = Number(text);
      if (text.trim() !== '' && Number.isFinite(value)) return value;
      context.addIssue({ code: 'custom', message: 'must be a number' });
      return z.NEVER;
    })
    .pipe(check);

const fraction = numeric(z.number().gt(0).lte(1));
const ratio = numeric(z.number().gte(0));
const positive = numeric(z.number().int().gte(1));
const anyWhole = numeric(z.number().int());
const port = numeric(z.number().int().gte(0).lte(65_535));
const text = z.string();
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const choice = <const T extends [string, ...string[]]>(options: T) =>
  z.enum(options) as unknown as z.ZodType<T[number], string>;

const ROLES = ['recommender', 'updater', 'admission'] as const;
export type Role = (typeof ROLES)[number];
const roles = list.pipe(z.array(z.enum(ROLES)));

function setting<T>(env: string, fallback: string, parse: z.ZodType<T, string>, help: string): Setting<T> {
  return { env: `PLUMBLINE_${env}`, fallback, parse, help };
}

export const SETTINGS = {
  // Process
  roles: setting('ROLES', 'recommender,updater,admission', roles, 'Which roles this process runs.'),
  port: setting('PORT', '3000', port, 'Port of the dashboard and its API.'),
  host: setting(
    'HOST',
    '127.0.0.1',
    text,
    'Address the dashboard listens on; loopback unless something guards it.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    choice(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'Least severity that is logged.',
  ),
  dataDir: setting('DATA_DIR', '.plumbline', text, 'Folder for what the process keeps on disk.'),
  identityHeader: setting(
    'IDENTITY_HEADER',
    '',
    text,
    'Request header in which an authenticating proxy names the user; empty means every request is "local".',
  ),
  operators: setting(
    'OPERATORS',
    '',
    list,
    'Users who may change policies, stop and resume, by the name in the identity header; empty means everyone.',
  ),

  // Cluster
  kubeconfig: setting(
    'KUBECONFIG',
    '',
    text,
    'Path of a kubeconfig; empty means KUBECONFIG, then the pod service account, then ~/.kube/config.',
  ),
  kubeContext: setting('KUBE_CONTEXT', '', text, 'Context of the kubeconfig; empty means its current one.'),
  kubeApiQps: setting(
    'KUBE_API_QPS',
    '50',
    numeric(z.number().gt(0)),
    'Requests a second to the API server, on average (the reference: 50).',
  ),
  kubeApiBurst: setting(
    'KUBE_API_BURST',
    '100',
    positive,
    'Requests to the API server that may come at once (the reference: 100).',
  ),
  vpaObjectNamespace: setting(
    'VPA_OBJECT_NAMESPACE',
    '',
    text,
    'Only VPAs of this namespace; empty means all.',
  ),
  ignoredVpaObjectNamespaces: setting(
    'IGNORED_VPA_OBJECT_NAMESPACES',
    '',
    list,
    'VPAs of these namespaces are left alone.',
  ),

  // Embedded cluster
  sandbox: setting('SANDBOX', 'false', flag, 'Run the embedded cluster in this process and use it.'),
  sandboxPort: setting('SANDBOX_PORT', '0', port, 'Port of the embedded API server; 0 picks a free one.'),
  sandboxScenario: setting(
    'SANDBOX_SCENARIO',
    'small-shop',
    text,
    'Scenario the embedded cluster starts with.',
  ),
  sandboxSeed: setting('SANDBOX_SEED', '1', anyWhole, 'Seed of everything random in the embedded cluster.'),
  sandboxTraces: setting(
    'SANDBOX_TRACES',
    '',
    text,
    'Folder of CSV usage traces that drive the workloads instead of the built-in characters.',
  ),
  clockSpeed: setting(
    'CLOCK_SPEED',
    '1',
    numeric(z.number().gte(1).lte(3600)),
    'How many times faster than real time the cluster clock runs; 360 makes a day pass in 4 minutes.',
  ),

  // Recommender
  recommenderName: setting(
    'RECOMMENDER_NAME',
    'default',
    text,
    'Only VPAs that ask for this recommender are served.',
  ),
  recommenderIntervalMs: setting(
    'RECOMMENDER_INTERVAL',
    '1m',
    durationMs,
    'Time between two passes; metrics are fetched as often.',
  ),
  checkpointsGcIntervalMs: setting(
    'CHECKPOINTS_GC_INTERVAL',
    '10m',
    durationMs,
    'How often orphaned checkpoints are removed.',
  ),
  checkpointsTimeoutMs: setting(
    'CHECKPOINTS_TIMEOUT',
    '1m',
    durationMs,
    'Longest time one pass spends writing checkpoints.',
  ),
  minCheckpoints: setting(
    'MIN_CHECKPOINTS',
    '10',
    positive,
    'Checkpoints written in a pass even when the time is up, so that none starves.',
  ),
  recommendationMarginFraction: setting(
    'RECOMMENDATION_MARGIN_FRACTION',
    '0.15',
    ratio,
    'Share added to the estimate as a safety margin.',
  ),
  podRecommendationMinCpuMillicores: setting(
    'POD_RECOMMENDATION_MIN_CPU_MILLICORES',
    '25',
    ratio,
    'Least CPU recommended for a pod, in millicores, shared by its containers.',
  ),
  podRecommendationMinMemoryMb: setting(
    'POD_RECOMMENDATION_MIN_MEMORY_MB',
    '250',
    ratio,
    'Least memory recommended for a pod, in MiB, shared by its containers.',
  ),
  targetCpuPercentile: setting(
    'TARGET_CPU_PERCENTILE',
    '0.9',
    fraction,
    'Percentile of CPU usage behind the target.',
  ),
  targetMemoryPercentile: setting(
    'TARGET_MEMORY_PERCENTILE',
    '0.9',
    fraction,
    'Percentile of memory peaks behind the target.',
  ),
  recommendationLowerBoundCpuPercentile: setting(
    'RECOMMENDATION_LOWER_BOUND_CPU_PERCENTILE',
    '0.5',
    fraction,
    'Percentile of CPU usage behind the lower bound.',
  ),
  recommendationUpperBoundCpuPercentile: setting(
    'RECOMMENDATION_UPPER_BOUND_CPU_PERCENTILE',
    '0.95',
    fraction,
    'Percentile of CPU usage behind the upper bound.',
  ),
  recommendationLowerBoundMemoryPercentile: setting(
    'RECOMMENDATION_LOWER_BOUND_MEMORY_PERCENTILE',
    '0.5',
    fraction,
    'Percentile of memory peaks behind the lower bound.',
  ),
  recommendationUpperBoundMemoryPercentile: setting(
    'RECOMMENDATION_UPPER_BOUND_MEMORY_PERCENTILE',
    '0.95',
    fraction,
    'Percentile of memory peaks behind the upper bound.',
  ),
  confidenceIntervalCpuMs: setting(
    'CONFIDENCE_INTERVAL_CPU',
    '24h',
    durationMs,
    'History after which CPU bounds are narrow; half of it makes them twice as wide.',
  ),
  confidenceIntervalMemoryMs: setting(
    'CONFIDENCE_INTERVAL_MEMORY',
    '24h',
    durationMs,
    'History after which memory bounds are narrow.',
  ),
  memoryAggregationIntervalMs: setting(
    'MEMORY_AGGREGATION_INTERVAL',
    '24h',
    durationMs,
    'Interval for which one memory peak is kept.',
  ),
  memoryAggregationIntervalCount: setting(
    'MEMORY_AGGREGATION_INTERVAL_COUNT',
    '8',
    positive,
    'How many such intervals an aggregate lives without samples.',
  ),
  cpuHistogramDecayHalfLifeMs: setting(
    'CPU_HISTOGRAM_DECAY_HALF_LIFE',
    '24h',
    durationMs,
    'Age at which a CPU sample counts half.',
  ),
  memoryHistogramDecayHalfLifeMs: setting(
    'MEMORY_HISTOGRAM_DECAY_HALF_LIFE',
    '24h',
    durationMs,
    'Age at which a memory peak counts half.',
  ),
  oomBumpUpRatio: setting(
    'OOM_BUMP_UP_RATIO',
    '1.2',
    numeric(z.number().gte(1)),
    'Memory after an OOM is at least the used amount times this.',
  ),
  oomMinBumpUpBytes: setting(
    'OOM_MIN_BUMP_UP_BYTES',
    '104857600',
    ratio,
    'Memory after an OOM is at least the used amount plus this, in bytes.',
  ),
  roundCpuMillicores: setting(
    'ROUND_CPU_MILLICORES',
    '1',
    positive,
    'CPU is rounded up to a multiple of this, in millicores.',
  ),
  roundMemoryBytes: setting(
    'ROUND_MEMORY_BYTES',
    '1',
    positive,
    'Memory is rounded up to a multiple of this, in bytes.',
  ),
  containerRecommendationMaxAllowedCpu: setting(
    'CONTAINER_RECOMMENDATION_MAX_ALLOWED_CPU',
    '',
    text,
    'Most CPU for a container whose policy has no maximum; a quantity, empty for none.',
  ),
  containerRecommendationMaxAllowedMemory: setting(
    'CONTAINER_RECOMMENDATION_MAX_ALLOWED_MEMORY',
    '',
    text,
    'Most memory for a container whose policy has no maximum; a quantity, empty for none.',
  ),
  cpuIntegerPostProcessorEnabled: setting(
    'CPU_INTEGER_POST_PROCESSOR_ENABLED',
    'false',
    flag,
    'Honour the annotation that asks for whole CPUs.',
  ),
  memorySaver: setting('MEMORY_SAVER', 'false', flag, 'Keep only aggregates that some VPA matches.'),

  // Updater
  updaterIntervalMs: setting('UPDATER_INTERVAL', '1m', durationMs, 'Time between two updater passes.'),
  leaderElect: setting(
    'LEADER_ELECT',
    'false',
    flag,
    'Let only one of several updaters act at a time; needed wherever more than one runs (the reference: false).',
  ),
  minReplicas: setting('MIN_REPLICAS', '2', positive, 'Fewer live pods than this and none is evicted.'),
  evictionTolerance: setting(
    'EVICTION_TOLERANCE',
    '0.5',
    numeric(z.number().gte(0).lte(1)),
    'Share of the replicas that may be away at once.',
  ),
  evictionRateLimit: setting(
    'EVICTION_RATE_LIMIT',
    '-1',
    numeric(z.number()),
    'Evictions a second over all VPAs; 0 or less means no limit.',
  ),
  evictionRateBurst: setting(
    'EVICTION_RATE_BURST',
    '1',
    positive,
    'Evictions that may come at once under the rate limit.',
  ),
  podUpdateThreshold: setting(
    'POD_UPDATE_THRESHOLD',
    '0.1',
    ratio,
    'Summed relative difference from which an old pod is worth an update.',
  ),
  inRecommendationBoundsEvictionLifetimeThresholdMs: setting(
    'IN_RECOMMENDATION_BOUNDS_EVICTION_LIFETIME_THRESHOLD',
    '12h',
    durationMs,
    'Age from which a pod within its bounds may still be updated.',
  ),
  evictAfterOomThresholdMs: setting(
    'EVICT_AFTER_OOM_THRESHOLD',
    '10m',
    durationMs,
    'A container killed for memory within this time of its start makes its pod a candidate.',
  ),
  useAdmissionControllerStatus: setting(
    'USE_ADMISSION_CONTROLLER_STATUS',
    'true',
    flag,
    'Evict only while the admission lease is fresh.',
  ),
  inPlaceSkipDisruptionBudget: setting(
    'IN_PLACE_SKIP_DISRUPTION_BUDGET',
    'false',
    flag,
    'Resize in place without restraint when no container restarts.',
  ),
  evictionRateLimitPerVpa: setting(
    'EVICTION_RATE_LIMIT_PER_VPA',
    '-1',
    numeric(z.number()),
    'Pods of one VPA that may be changed a minute; 0 or less means no limit beside the tolerance.',
  ),
  loopBreakerMisses: setting(
    'LOOP_BREAKER_MISSES',
    '2',
    numeric(z.number().int().gte(0)),
    'Replacements without the target after which a VPA evicts no more; until one has the target, no more than this are out at once. 0 turns it off.',
  ),
  warmUpMs: setting(
    'WARM_UP',
    '10m',
    durationMs,
    'Time after a start or a resume in which changes come at the warm-up rate, so that none brings a burst; 0s turns it off.',
  ),
  warmUpRatePerMinute: setting(
    'WARM_UP_RATE_PER_MINUTE',
    '10',
    positive,
    'Pods changed a minute over all VPAs while warming up.',
  ),
  leastHistoryMs: setting(
    'LEAST_HISTORY',
    '1h',
    durationMs,
    'Usage history a VPA needs before its pods are changed for their bounds; kills for memory are excepted.',
  ),
  admissionLeaseMaxAgeMs: setting(
    'ADMISSION_LEASE_MAX_AGE',
    '60s',
    durationMs,
    'Real time since the admission lease was renewed after which nothing is evicted (the reference: 60s).',
  ),
  resizeDeferredTimeoutMs: setting(
    'RESIZE_DEFERRED_TIMEOUT',
    '5m',
    durationMs,
    'A resize deferred for longer makes InPlaceOrRecreate evict (the reference: 5m).',
  ),
  resizeInProgressTimeoutMs: setting(
    'RESIZE_IN_PROGRESS_TIMEOUT',
    '1h',
    durationMs,
    'A resize under way for longer makes InPlaceOrRecreate evict (the reference: 1h).',
  ),
  actionBackoffMs: setting(
    'ACTION_BACKOFF',
    '1m',
    durationMs,
    'First pause after a failed eviction or resize of a pod; doubled by each further failure, up to an hour.',
  ),
  stopPatchRate: setting(
    'STOP_PATCH_RATE',
    '100',
    positive,
    'VPAs a second whose mode a stop sets to Off or a resume restores; apart from the rate of other requests.',
  ),
  // Admission
  systemNamespace: setting(
    'SYSTEM_NAMESPACE',
    'kube-system',
    text,
    'Namespace of what the autoscaler keeps for itself: leases, stops and the certificates of the webhook.',
  ),
  admissionHost: setting(
    'ADMISSION_HOST',
    '127.0.0.1',
    text,
    'Address the admission webhook listens on; 0.0.0.0 in a pod.',
  ),
  admissionPort: setting(
    'ADMISSION_PORT',
    '0',
    port,
    'Port the admission webhook listens on; 0 picks a free one, which suits only a webhook named by URL.',
  ),
  admissionServiceName: setting(
    'ADMISSION_SERVICE_NAME',
    '',
    text,
    'Service through which the API server reaches the webhook; empty means by URL.',
  ),
  admissionServiceNamespace: setting(
    'ADMISSION_SERVICE_NAMESPACE',
    'plumbline',
    text,
    'Namespace of that service.',
  ),
  admissionServicePort: setting('ADMISSION_SERVICE_PORT', '443', port, 'Port of that service.'),
  admissionUrl: setting(
    'ADMISSION_URL',
    '',
    text,
    'URL at which the API server reaches the webhook; empty means the listener itself where the API server is on loopback.',
  ),
  admissionRegister: setting(
    'ADMISSION_REGISTER',
    'true',
    flag,
    'Keep the MutatingWebhookConfiguration right; false when something else does.',
  ),
  admissionWebhookName: setting(
    'ADMISSION_WEBHOOK_NAME',
    'plumbline',
    text,
    'Name of the MutatingWebhookConfiguration.',
  ),
  admissionWebhookLabels: setting(
    'ADMISSION_WEBHOOK_LABELS',
    '',
    list,
    'Labels of the MutatingWebhookConfiguration, as key=value,key=value.',
  ),
  admissionNamespaceSelector: setting(
    'ADMISSION_NAMESPACE_SELECTOR',
    '',
    text,
    'Label selector of the namespaces whose pods are reviewed; empty means all that are not ignored.',
  ),
  admissionObjectSelector: setting(
    'ADMISSION_OBJECT_SELECTOR',
    '',
    text,
    'Label selector of the pods that are reviewed; empty means all.',
  ),
  admissionTimeoutMs: setting(
    'ADMISSION_TIMEOUT',
    '5s',
    durationMs,
    'How long the API server waits for an answer before it goes on without one.',
  ),
  admissionMaxConcurrent: setting(
    'ADMISSION_MAX_CONCURRENT',
    '512',
    positive,
    'Reviews in hand at once; beyond that the API server is told at once to go on without.',
  ),
  admissionCertFile: setting(
    'ADMISSION_CERT_FILE',
    '',
    text,
    'PEM file of the serving certificate, such as cert-manager mounts; empty means own certificates.',
  ),
  admissionKeyFile: setting('ADMISSION_KEY_FILE', '', text, 'PEM file of its private key.'),
  admissionCaFile: setting('ADMISSION_CA_FILE', '', text, 'PEM file of the authority that signed it.'),
  admissionRecommenderUrl: setting(
    'ADMISSION_RECOMMENDER_URL',
    '',
    text,
    'Address of a process with the recommender role to ask for the newest recommendation; empty means none.',
  ),
  admissionRecommenderBudgetMs: setting(
    'ADMISSION_RECOMMENDER_BUDGET',
    '200ms',
    durationMs,
    'Longest wait for that answer; after it the recommendation in the VPA is used.',
  ),
  maxAllowedCpuBoost: setting(
    'MAX_ALLOWED_CPU_BOOST',
    '',
    text,
    'Most CPU a startup boost may ask for; a quantity, empty for no bound.',
  ),

  // Store
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    text,
    'Where the record is kept: postgres://… or file:…; empty means a SQLite file in the data folder.',
  ),
  storeQueueLimit: setting(
    'STORE_QUEUE_LIMIT',
    '10000',
    positive,
    'Records that wait for the database; beyond that the oldest are dropped and counted.',
  ),
  decisionRetentionMs: setting(
    'DECISION_RETENTION',
    '14d',
    durationMs,
    'How long changed decisions are kept.',
  ),
  auditRetentionMs: setting(
    'AUDIT_RETENTION',
    '365d',
    durationMs,
    'How long actions, policy changes and stops are kept.',
  ),
  recommendationRetentionMs: setting(
    'RECOMMENDATION_RETENTION',
    '90d',
    durationMs,
    'How long the history of recommendations is kept.',
  ),

  // Feature gates
  featurePerVpaConfig: setting(
    'FEATURE_PER_VPA_CONFIG',
    'true',
    flag,
    'Honour per-VPA OOM and aggregation settings.',
  ),
  featureCpuStartupBoost: setting('FEATURE_CPU_STARTUP_BOOST', 'true', flag, 'Honour startup boosts.'),
  featureInPlace: setting('FEATURE_IN_PLACE', 'true', flag, 'Honour update mode InPlace.'),
} as const satisfies Record<string, Setting<unknown>>;

export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

/** A setting that cannot be used; `message` names every one at fault and what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads every setting from `environment` (names to strings). An empty string counts as unset.
 * @throws ConfigError for values out of range and for `PLUMBLINE_` names that mean nothing.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const known = new Set<string>(Object.values(SETTINGS).map((entry) => entry.env));
  for (const name of Object.keys(environment)) {
    if (name.startsWith('PLUMBLINE_') && !known.has(name)) faults.push(`${name} is not a setting`);
  }
  const config: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = environment[entry.env] || entry.fallback;
    const parsed = entry.parse.safeParse(given);
    if (parsed.success) config[key] = parsed.data;
    else
      faults.push(
        `${entry.env}="${given}": ${parsed.error.issues.map((issue) => issue.message).join('; ')}. ${entry.help}`,
      );
  }
  if (faults.length > 0) throw new ConfigError(`Settings cannot be used:\n  ${faults.join('\n  ')}`);
  return config as Config;
}

/** The settings as read from this process's environment. @throws ConfigError */
export function configFromProcess(): Config {
  return readConfig(process.env);
}

/** What the environment of Kubernetes programs says about which cluster to use. */
export interface KubeEnvironment {
  /** `KUBECONFIG`: one path or several. */
  kubeconfig?: string;
  /** `HOME`, under which `.kube/config` lies. */
  home?: string;
  /** `KUBERNETES_SERVICE_HOST` and `_PORT`, set inside a pod. */
  serviceHost?: string;
  servicePort?: string;
}

/** Reads the names that every Kubernetes program honours from this process's environment. */
export function kubeEnvironmentFromProcess(): KubeEnvironment {
  const { KUBECONFIG, HOME, KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT } = process.env;
  return {
    kubeconfig: KUBECONFIG || undefined,
    home: HOME || undefined,
    serviceHost: KUBERNETES_SERVICE_HOST || undefined,
    servicePort: KUBERNETES_SERVICE_PORT || undefined,
  };
}

/** All defaults, with `overrides` in place; for tests, benches and what-if runs. */
export function defaultConfig(overrides: Partial<Config> = {}): Config {
  return { ...readConfig({}), ...overrides };
}
