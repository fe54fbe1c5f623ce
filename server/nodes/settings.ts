import type { Config } from '../config';
import { RECOMMENDER_SETTINGS } from '../config/recommender';
import { namesOf } from '../config/setting';

export const NODES_READS = [
  ...namesOf(RECOMMENDER_SETTINGS),
  'publishIdle',
  'leaderElect',
  'followOnly',
  'systemNamespace',
  'ownNamespace',
] as const satisfies readonly (keyof Config)[];

export type NodesSettings = Pick<Config, (typeof NODES_READS)[number]>;
