import type { Config } from '../config';
import { HISTORY_SETTINGS } from '../config/history';
import { RECOMMENDER_SETTINGS } from '../config/recommender';
import { namesOf } from '../config/setting';
import { SIGNALS_SETTINGS } from '../config/signals';

export const RECOMMENDER_READS = [
  ...namesOf(RECOMMENDER_SETTINGS),
  ...namesOf(HISTORY_SETTINGS),
  ...namesOf(SIGNALS_SETTINGS),
  'kubeApiQps',
  'leaderElect',
  'followOnly',
  'systemNamespace',
  'ownNamespace',
  'vpaObjectNamespace',
  'ignoredVpaObjectNamespaces',
  'featurePerVpaConfig',
  'featureCpuStartupBoost',
  'featureInPlace',
  'nativeSidecars',
  'cpuLimitStep',
  'respectRoom',
  'respectConflicts',
  'nodeAutoscaling',
  'largestNode',
  'minReplicas',
  'evictAfterOomThresholdMs',
  'memoryFlatMs',
] as const satisfies readonly (keyof Config)[];

export type RecommenderSettings = Pick<Config, (typeof RECOMMENDER_READS)[number]>;
