import type { Config } from '../config';
import { HORIZONTAL_SETTINGS } from '../config/hpa';
import { namesOf } from '../config/setting';
import { RULES_OF_1_24, RULES_OF_TODAY } from '../decide/replicas/rules';
import type { HorizontalSettings } from '../decide/replicas/settings';

export const SCALER_READS = [
  ...namesOf(HORIZONTAL_SETTINGS),
  'systemNamespace',
  'prometheusAddress',
  'prometheusUsername',
  'prometheusPassword',
  'prometheusBearerToken',
  'prometheusBearerTokenFile',
  'prometheusCaFile',
  'prometheusCertFile',
  'prometheusKeyFile',
  'prometheusInsecure',
  'prometheusHeaders',
  'prometheusQueryTimeoutMs',
] as const satisfies readonly (keyof Config)[];

export type ScalerSettings = Pick<Config, (typeof SCALER_READS)[number]>;

/** How HPAs are evaluated by these settings. */
export function evaluationSettings(config: ScalerSettings): HorizontalSettings {
  return {
    tolerance: config.horizontalToleranceRatio,
    cpuInitializationPeriodMs: config.horizontalCpuInitializationMs,
    initialReadinessDelayMs: config.horizontalInitialReadinessDelayMs,
    downscaleStabilizationMs: config.horizontalDownscaleStabilizationMs,
    rules: config.horizontalRules === '1.24' ? RULES_OF_1_24 : RULES_OF_TODAY,
  };
}
