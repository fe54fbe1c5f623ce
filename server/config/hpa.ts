import { durationSetting } from '../lib/time/duration-setting';
import { choice, flag, jsonTexts, positiveDurationMs, ratio, setting } from './setting';

export const HPA_SETTINGS = {
  hpaIntervalMs: setting(
    'HPA_SYNC_PERIOD',
    '15s',
    positiveDurationMs,
    'Time between two evaluations of every HPA (Kubernetes: 15s).',
  ),
  hpaController: setting(
    'HPA_CONTROLLER',
    'false',
    flag,
    'Scale what HPAs with the annotation plumbline.dev/controller: plumbline target. All HPAs are watched either way.',
  ),
  hpaTakeoverMs: setting(
    'HPA_TAKEOVER',
    '1m',
    positiveDurationMs,
    'How long the status of such an HPA must stay as Plumbline wrote it before Plumbline scales: another controller would write it again within its sync period.',
  ),
  hpaRules: setting(
    'HPA_RULES',
    'today',
    choice(['today', '1.24']),
    'The release of Kubernetes whose rules HPAs are evaluated by: that of today, or 1.24.',
  ),
  hpaToleranceRatio: setting(
    'HPA_TOLERANCE',
    '0.1',
    ratio,
    'Metrics this close to their target change nothing (Kubernetes: 0.1).',
  ),
  hpaDownscaleStabilizationMs: setting(
    'HPA_DOWNSCALE_STABILIZATION',
    '5m',
    durationSetting,
    'Window for scaling down of HPAs that state none (Kubernetes: 5m).',
  ),
  hpaCpuInitializationMs: setting(
    'HPA_CPU_INITIALIZATION_PERIOD',
    '5m',
    durationSetting,
    'So long after its start, the CPU use of a pod may be that of its start (Kubernetes: 5m).',
  ),
  hpaInitialReadinessDelayMs: setting(
    'HPA_INITIAL_READINESS_DELAY',
    '30s',
    durationSetting,
    'A pod that became unready so soon after its start was never ready (Kubernetes: 30s).',
  ),
  hpaQueries: setting(
    'HPA_QUERIES',
    '{}',
    jsonTexts,
    'Prometheus queries for Pods, Object and External metrics, a JSON object by name of the metric; $namespace and $object are filled in, and results for Pods have the label pod. Metrics without a query are read from the metrics APIs.',
  ),
} as const;
