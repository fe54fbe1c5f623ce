import type { CachedKind } from '../kube/cached-kinds';
import { WORKLOAD_KINDS } from '../objects/workload-kinds';

export const RECOMMENDER_KINDS: readonly CachedKind[] = [
  'pods',
  'vpas',
  'podGroups',
  'nodes',
  'limitRanges',
  'resourceQuotas',
  ...WORKLOAD_KINDS,
  'controllerRevisions',
];
