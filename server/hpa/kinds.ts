import type { CachedKind } from '../kube/cached-kinds';

/** Targets whose scale is read from the caches. */
export const SCALABLE_KINDS = [
  'deployments',
  'statefulSets',
  'replicaSets',
  'replicationControllers',
] as const satisfies readonly CachedKind[];

export const HPA_KINDS = [
  'pods',
  'horizontalPodAutoscalers',
  ...SCALABLE_KINDS,
] as const satisfies readonly CachedKind[];
