import type { Config } from '../config';
import { ADMISSION_SETTINGS } from '../config/admission';
import { namesOf } from '../config/setting';

export const ADMISSION_READS = [
  ...namesOf(ADMISSION_SETTINGS),
  'vpaObjectNamespace',
  'ignoredVpaObjectNamespaces',
  'featureInPlace',
  'nativeSidecars',
  'cpuLimitStep',
  'featureCpuStartupBoost',
  'featurePerVpaConfig',
  'respectRoom',
  'nodeAutoscaling',
  'largestNode',
  'recommenderName',
  'recommenders',
  'recommenderOfKind',
  'respectConflicts',
  'approvals',
  'leastHistoryToLowerMs',
  'containerRecommendationMaxAllowedCpu',
  'containerRecommendationMaxAllowedMemory',
] as const satisfies readonly (keyof Config)[];

export type AdmissionSettings = Pick<Config, (typeof ADMISSION_READS)[number]>;
