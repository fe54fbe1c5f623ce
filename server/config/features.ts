import { flag, setting } from './setting';

export const FEATURES_SETTINGS = {
  featurePerVpaConfig: setting(
    'FEATURE_PER_VPA_CONFIG',
    'true',
    flag,
    'Honour per-VPA OOM and aggregation settings.',
  ),
  featureCpuStartupBoost: setting('FEATURE_CPU_STARTUP_BOOST', 'true', flag, 'Honour startup boosts.'),
  featureInPlace: setting('FEATURE_IN_PLACE', 'true', flag, 'Honour update mode InPlace.'),
} as const;
