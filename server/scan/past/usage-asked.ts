import type { Config } from '../../config';
import type { ClusterCaches } from '../../kube/caches';
import type { QueryScope } from '../../usage/prometheus/queries';
import type { TimeSpan } from '../../usage/source';

export interface UsageAsked {
  readonly config: Config;
  readonly caches: ClusterCaches;
  readonly span: TimeSpan;
  readonly stepMs: number;
  readonly scope: QueryScope | undefined;
}
