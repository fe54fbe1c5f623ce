import type { Config } from '../config';
import { RULES_SETTINGS } from '../config/rules';
import { namesOf } from '../config/setting';

export const RULES_READS = [
  ...namesOf(RULES_SETTINGS),
  'systemNamespace',
  'ownNamespace',
  'leaderElect',
  'followOnly',
  'vpaObjectNamespace',
  'ignoredVpaObjectNamespaces',
  'featureCpuStartupBoost',
  'featurePerVpaConfig',
  'featureInPlace',
  'loopBreakerMisses',
] as const satisfies readonly (keyof Config)[];

export type RulesSettings = Pick<Config, (typeof RULES_READS)[number]>;
