import type { CachedKind } from '../../kube/cached-kinds';
import { WORKLOAD_KINDS } from '../../objects/workload-kinds';

/** What admission follows of the cluster, besides pods. */
export const FOLLOWED_KINDS = [
  'vpas',
  'podGroups',
  'limitRanges',
  ...WORKLOAD_KINDS,
  'nodes',
  'horizontalPodAutoscalers',
  'resourceQuotas',
  'changeApprovals',
] as const satisfies readonly CachedKind[];
