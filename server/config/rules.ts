import { durationSetting } from '../lib/time/duration-setting';
import { flag, setting } from './setting';

export const RULES_SETTINGS = {
  goldilocksLabels: setting(
    'GOLDILOCKS_LABELS',
    'false',
    flag,
    'Make VPAs in namespaces that are labelled for Goldilocks (goldilocks.fairwinds.com/enabled, vpa-update-mode), for workloads that no rule takes.',
  ),
  rulesCollectAfterMs: setting(
    'RULES_COLLECT_AFTER',
    '1m',
    durationSetting,
    'How long a workload must be gone before its VPA is deleted, so that one deleted and made again keeps it.',
  ),
} as const;
