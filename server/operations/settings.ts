import type { Config } from '../config';
import { RECOMMENDER_SETTINGS } from '../config/recommender';

export const OPERATIONS_READS = [
  'systemNamespace',
  'ownNamespace',
  'prices',
  'dataDir',
  'sandbox',
  'stopPatchRate',
  'vpaObjectNamespace',
  'ignoredVpaObjectNamespaces',
  'calendar',
  'minReplicas',
  'approvals',
  'evictAfterOomThresholdMs',
  'featureInPlace',
  'featureCpuStartupBoost',
  'featurePerVpaConfig',
  ...(Object.keys(RECOMMENDER_SETTINGS) as (keyof typeof RECOMMENDER_SETTINGS)[]),
] as const satisfies readonly (keyof Config)[];

export type OperationsSettings = Pick<Config, (typeof OPERATIONS_READS)[number]>;
