import type { Config } from '../config';
import { namesOf } from '../config/setting';
import { UPDATER_SETTINGS } from '../config/updater';

export const UPDATER_READS = [
  ...namesOf(UPDATER_SETTINGS),
  'checkpointsIn',
  'systemNamespace',
  'ownNamespace',
  'followOnly',
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
  'respectConflicts',
  'approvals',
  'recommenderName',
  'recommenders',
  'recommenderOfKind',
  'recommenderParameters',
] as const satisfies readonly (keyof Config)[];

export type UpdaterSettings = Pick<Config, (typeof UPDATER_READS)[number]>;
