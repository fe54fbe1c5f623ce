import type { Config } from '../config';
import { FLEET_SETTINGS } from '../config/rules';
import { namesOf } from '../config/setting';

export const FLEET_READS = [
  ...namesOf(FLEET_SETTINGS),
  'systemNamespace',
  'leaderElect',
  'vpaObjectNamespace',
  'ignoredVpaObjectNamespaces',
  'featureCpuStartupBoost',
  'featurePerVpaConfig',
  'featureInPlace',
  'loopBreakerMisses',
] as const satisfies readonly (keyof Config)[];

export type FleetSettings = Pick<Config, (typeof FLEET_READS)[number]>;
