import type { Config } from '../config';
import { HPA_SETTINGS } from '../config/hpa';
import { namesOf } from '../config/setting';
import { RULES_OF_1_24, RULES_OF_TODAY } from '../decide/replicas/rules';
import type { EvaluationSettings } from '../decide/replicas/settings';

export const HPA_READS = [
  ...namesOf(HPA_SETTINGS),
  'systemNamespace',
  'ownNamespace',
  'followOnly',
  'prometheusAddress',
  'prometheusUsername',
  'prometheusPassword',
  'prometheusBearerToken',
  'prometheusBearerTokenFile',
  'prometheusTokenCommand',
  'prometheusCloud',
  'prometheusAwsRegion',
  'prometheusCaFile',
  'prometheusCertFile',
  'prometheusKeyFile',
  'prometheusInsecure',
  'prometheusHeaders',
  'prometheusQueryTimeoutMs',
] as const satisfies readonly (keyof Config)[];

export type HpaSettings = Pick<Config, (typeof HPA_READS)[number]>;

export function evaluationSettings(config: HpaSettings): EvaluationSettings {
  return {
    tolerance: config.hpaToleranceRatio,
    cpuInitializationPeriodMs: config.hpaCpuInitializationMs,
    initialReadinessDelayMs: config.hpaInitialReadinessDelayMs,
    downscaleStabilizationMs: config.hpaDownscaleStabilizationMs,
    rules: config.hpaRules === '1.24' ? RULES_OF_1_24 : RULES_OF_TODAY,
  };
}
