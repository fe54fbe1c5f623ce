import type { Config } from '../config';

export const OPERATIONS_READS = [
  'systemNamespace',
  'dataDir',
  'sandbox',
  'stopPatchRate',
  'vpaObjectNamespace',
  'ignoredVpaObjectNamespaces',
  'minReplicas',
  'oomBumpUpRatio',
  'oomMinBumpUpBytes',
  'memoryAggregationIntervalMs',
  'memoryAggregationIntervalCount',
  'evictAfterOomThresholdMs',
  'featureInPlace',
  'featureCpuStartupBoost',
  'featurePerVpaConfig',
] as const satisfies readonly (keyof Config)[];

export type OperationsSettings = Pick<Config, (typeof OPERATIONS_READS)[number]>;
