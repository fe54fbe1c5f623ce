import type { Config } from '../config';
import { TELLING_SETTINGS } from '../config/notifications';
import { namesOf } from '../config/setting';

export const TELLING_READS = [
  ...namesOf(TELLING_SETTINGS),
  'clusterName',
  'sandbox',
  'systemNamespace',
] as const satisfies readonly (keyof Config)[];

export type TellingSettings = Pick<Config, (typeof TELLING_READS)[number]>;
