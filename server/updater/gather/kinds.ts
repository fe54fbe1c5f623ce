import type { CachedKind } from '../../kube/caches';

/** The kinds the updater watches. */
export const UPDATER_KINDS = [
  'pods',
  'vpas',
  'checkpoints',
  'nodes',
  'limitRanges',
  'resourceQuotas',
  'podDisruptionBudgets',
  'horizontalPodAutoscalers',
  'replicaSets',
  'deployments',
  'statefulSets',
  'daemonSets',
  'jobs',
  'cronJobs',
  'replicationControllers',
] as const satisfies readonly CachedKind[];
