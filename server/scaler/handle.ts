import type { RoleHandle } from '../kube/role-context';
import type { Sliced } from '../slices';
import type { HpaDetail, HpaRow } from './views';

/** The running role as the rest of the process sees it. */
export interface ScalerHandle extends RoleHandle {
  /** Rises with every sync. */
  readonly revision: number;
  /** When the last sync of all HPAs began; undefined before the first. */
  readonly lastSyncMs: number | undefined;
  /** Every HPA as of the last sync. */
  rows(): Sliced<HpaRow[]>;
  /** Undefined if there is no such HPA. */
  detail(namespace: string, name: string): HpaDetail | undefined;
}
