import type { Config } from '../config';
import { MESSAGE_SETTINGS } from '../config/messages';
import { namesOf } from '../config/setting';

export const MESSAGE_READS = [
  ...namesOf(MESSAGE_SETTINGS),
  'clusterName',
  'sandbox',
  'systemNamespace',
  'ownNamespace',
] as const satisfies readonly (keyof Config)[];

export type MessageSettings = Pick<Config, (typeof MESSAGE_READS)[number]>;
