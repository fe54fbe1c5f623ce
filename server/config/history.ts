import * as z from 'zod';
import { durationSetting } from '../lib/time/duration-setting';
import {
  choice,
  commandWords,
  flag,
  headers,
  httpAddress,
  numeric,
  positive,
  secret,
  setting,
  text,
} from './setting';

const wholeTime = durationSetting.pipe(z.number().min(1000, 'must be at least 1s'));
const query = z
  .string()
  .regex(
    /[a-zA-Z_:][\w:]*\{\$matchers\}|\{__name__="[^"]+",\$matchers\}/,
    'must contain the name of a metric followed by {$matchers}, or {__name__="…",$matchers}',
  );

/** Where usage from before the start comes from; the names are those of the upstream flags. */
export const HISTORY_SETTINGS = {
  storage: setting(
    'STORAGE',
    'checkpoint',
    choice(['checkpoint', 'prometheus']),
    'What a start learns from: checkpoints, plus Prometheus for what has none if an address is set; or Prometheus alone, without checkpoints.',
  ),
  liveSource: setting(
    'LIVE_SOURCE',
    'metrics-api',
    choice(['metrics-api', 'prometheus']),
    'Where present usage comes from.',
  ),
  prometheusAddress: setting(
    'PROMETHEUS_ADDRESS',
    '',
    httpAddress,
    'Address of Prometheus, Thanos, Mimir or VictoriaMetrics, with its path if any; empty means none.',
  ),
  historyLengthMs: setting('HISTORY_LENGTH', '8d', wholeTime, 'How much history is loaded.'),
  historyResolutionMs: setting(
    'HISTORY_RESOLUTION',
    '1h',
    wholeTime,
    'Time between two samples of the history; CPU is averaged over it.',
  ),
  historyGapMs: setting(
    'HISTORY_GAP',
    '10m',
    wholeTime,
    'A checkpoint older than this is completed from Prometheus.',
  ),
  prometheusQueryTimeoutMs: setting(
    'PROMETHEUS_QUERY_TIMEOUT',
    '1m',
    wholeTime,
    'Time limit of one query, which covers a part of the history; a query that takes longer is split in halves.',
  ),
  prometheusConcurrency: setting(
    'PROMETHEUS_CONCURRENCY',
    '2',
    numeric(z.number().int().min(1).max(32)),
    'Concurrent queries to Prometheus.',
  ),
  prometheusContainersPerQuery: setting(
    'PROMETHEUS_CONTAINERS_PER_QUERY',
    '1000',
    positive,
    'Containers that one query asks for at most; a query that is still too much is asked in halves.',
  ),
  prometheusUsername: setting('PROMETHEUS_USERNAME', '', text, 'User name for Prometheus.'),
  prometheusPassword: secret('PROMETHEUS_PASSWORD', '', text, 'Password for Prometheus.'),
  prometheusBearerToken: secret('PROMETHEUS_BEARER_TOKEN', '', text, 'Bearer token for Prometheus.'),
  prometheusBearerTokenFile: setting(
    'PROMETHEUS_BEARER_TOKEN_FILE',
    '',
    text,
    'File with the bearer token; read before every query.',
  ),
  prometheusTokenCommand: setting(
    'PROMETHEUS_TOKEN_COMMAND',
    '',
    commandWords,
    'Command that prints the bearer token, or an ExecCredential as the plugins of kubeconfigs do, such as gcloud auth print-access-token; words with blanks in quotes. It is run again once its answer has expired or was refused.',
  ),
  prometheusCloud: setting(
    'PROMETHEUS_CLOUD',
    '',
    choice(['', 'aws', 'google', 'azure']),
    'Whose managed Prometheus it is: aws signs queries (Signature Version 4), google and azure send a token, each with the credentials of the pod, the machine or the environment.',
  ),
  prometheusAwsRegion: setting(
    'PROMETHEUS_AWS_REGION',
    '',
    text,
    'Region that queries are signed for; empty means that of the address, or else AWS_REGION.',
  ),
  prometheusCaFile: setting(
    'PROMETHEUS_CA_FILE',
    '',
    text,
    "File with the certificate authority of Prometheus; empty means the system's.",
  ),
  prometheusCertFile: setting('PROMETHEUS_CERT_FILE', '', text, 'File with the client certificate.'),
  prometheusKeyFile: setting('PROMETHEUS_KEY_FILE', '', text, 'File with the key of the client certificate.'),
  prometheusInsecure: setting(
    'PROMETHEUS_INSECURE',
    'false',
    flag,
    'Do not check the certificate of Prometheus.',
  ),
  prometheusHeaders: secret(
    'PROMETHEUS_HEADERS',
    '',
    headers,
    'Headers sent with every query, such as X-Scope-OrgID: team-a; separated by commas.',
  ),
  prometheusCpuQuery: setting(
    'PROMETHEUS_CPU_QUERY',
    'max by ($by) (sum without (cpu) (rate(container_cpu_usage_seconds_total{$matchers}[$window])))',
    query,
    'CPU usage of each container in cores; $matchers, $window and $by are filled in. The window is the step and the time between two scrapes.',
  ),
  prometheusMemoryQuery: setting(
    'PROMETHEUS_MEMORY_QUERY',
    'max by ($by) (max_over_time(container_memory_working_set_bytes{$matchers}[$window]))',
    query,
    'Memory usage of each container in bytes, with the same to be filled in; its metric also shows which containers there were.',
  ),
  prometheusLiveWindowMs: setting(
    'PROMETHEUS_LIVE_WINDOW',
    '5m',
    wholeTime,
    'Window that present CPU usage is averaged over, if Prometheus is the live source; at least two scrapes.',
  ),
  prometheusCadvisorJobName: setting(
    'PROMETHEUS_CADVISOR_JOB_NAME',
    '',
    text,
    'Job that scrapes the containers; empty means any.',
  ),
  prometheusMatchers: setting(
    'PROMETHEUS_MATCHERS',
    '',
    text,
    'Matchers added to every query, such as cluster="east".',
  ),
  containerNamespaceLabel: setting(
    'CONTAINER_NAMESPACE_LABEL',
    'namespace',
    text,
    'Label of the namespace in container metrics.',
  ),
  containerPodNameLabel: setting(
    'CONTAINER_POD_NAME_LABEL',
    'pod',
    text,
    'Label of the pod in container metrics.',
  ),
  containerNameLabel: setting(
    'CONTAINER_NAME_LABEL',
    'container',
    text,
    'Label of the container in container metrics.',
  ),
  metricForPodLabels: setting(
    'METRIC_FOR_POD_LABELS',
    'kube_pod_labels',
    text,
    'Metric with the labels of pods.',
  ),
  metricForPodOwners: setting(
    'METRIC_FOR_POD_OWNERS',
    'kube_pod_owner',
    text,
    'Metric with the controllers of pods; it gives the labels of pods that the labels metric lacks.',
  ),
  podLabelPrefix: setting('POD_LABEL_PREFIX', 'label_', text, 'Prefix of label names in the labels metric.'),
  podNamespaceLabel: setting(
    'POD_NAMESPACE_LABEL',
    'namespace',
    text,
    'Label of the namespace in the metrics of pods.',
  ),
  podNameLabel: setting('POD_NAME_LABEL', 'pod', text, 'Label of the pod in the metrics of pods.'),
  podContainerNameLabel: setting(
    'POD_CONTAINER_NAME_LABEL',
    'container',
    text,
    'Label of the container in the metrics of pods.',
  ),
} as const;
