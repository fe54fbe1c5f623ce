import { flag, setting } from './setting';

export const FEATURES_SETTINGS = {
  featurePerVpaConfig: setting(
    'FEATURE_PER_VPA_CONFIG',
    'true',
    flag,
    'Honour per-VPA OOM and aggregation settings.',
  ),
  featureCpuStartupBoost: setting('FEATURE_CPU_STARTUP_BOOST', 'true', flag, 'Honour startup boosts.'),
  respectRoom: setting(
    'RESPECT_ROOM',
    'true',
    flag,
    'Recommend no more than the largest node and the quotas of the namespace allow; upstream does not check.',
  ),
  respectConflicts: setting(
    'RESPECT_CONFLICTS',
    'true',
    flag,
    'Leave a resource alone that another VPA controls or an HPA scales on; upstream does not check.',
  ),
  featureInPlace: setting('FEATURE_IN_PLACE', 'true', flag, 'Honour update mode InPlace.'),
} as const;
