import type { CachedKind } from '../../kube/cached-kinds';
import { WORKLOAD_KINDS } from '../../objects/workload-kinds';
import type { UpdaterSettings } from '../settings';

export const UPDATER_KINDS = [
  'pods',
  'vpas',
  'podGroups',
  'checkpoints',
  'nodes',
  'limitRanges',
  'resourceQuotas',
  'podDisruptionBudgets',
  'horizontalPodAutoscalers',
  ...WORKLOAD_KINDS,
  'changeApprovals',
] as const satisfies readonly CachedKind[];

/** Those of them it watches by the settings: without checkpoints in the cluster, none of them. */
export function kindsToWatch({
  checkpointsIn,
}: Pick<UpdaterSettings, 'checkpointsIn'>): readonly CachedKind[] {
  return UPDATER_KINDS.filter((kind) => kind !== 'checkpoints' || checkpointsIn === 'cluster');
}
