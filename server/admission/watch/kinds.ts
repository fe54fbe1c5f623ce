import type { CachedKind } from '../../kube/cached-kinds';

/** What admission follows of the cluster, besides pods. */
export const FOLLOWED_KINDS = [
  'vpas',
  'podGroups',
  'limitRanges',
  'replicaSets',
  'deployments',
  'statefulSets',
  'daemonSets',
  'replicationControllers',
  'jobs',
  'cronJobs',
  'nodes',
  'horizontalPodAutoscalers',
  'resourceQuotas',
  'changeApprovals',
] as const satisfies readonly CachedKind[];
