import type { CachedKind } from '../kube/cached-kinds';

/** What it always watches; further kinds of workloads once a policy names them. */
export const RULES_KINDS = [
  'verticalScalingPolicies',
  'podGroups',
  'namespaces',
  'vpas',
  'deployments',
  'statefulSets',
  'daemonSets',
] as const satisfies readonly CachedKind[];
