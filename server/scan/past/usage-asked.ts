import type { Config } from '../../config';
import type { ClusterCaches } from '../../kube/caches';
import type { QueryScope } from '../../usage/prometheus/queries';
import type { TimeSpan } from '../../usage/source';
import type { PodGroups } from '../cluster/pod-groups';
import type { ScanTarget } from '../cluster/targets';

export interface UsageAsked {
  readonly config: Config;
  readonly caches: ClusterCaches;
  readonly span: TimeSpan;
  readonly stepMs: number;
  /** Of how many steps memory is the highest. */
  readonly memorySteps: number;
  readonly groups: PodGroups;
  readonly scope: QueryScope | undefined;
  readonly targets: readonly ScanTarget[];
}
