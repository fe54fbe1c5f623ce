import type { CachedKind } from '../kube/cached-kinds';
import { WORKLOAD_KINDS } from '../objects/workload-kinds';

/** What is followed of a cluster to recommend for it. */
export const RECOMMENDER_KINDS: readonly CachedKind[] = [
  'pods',
  'vpas',
  'podGroups',
  'nodes',
  'limitRanges',
  'resourceQuotas',
  ...WORKLOAD_KINDS,
];
