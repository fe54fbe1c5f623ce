import type { RoleHandle } from '../kube/role-context';

/** The running role as the rest of the process sees it. */
export interface FleetHandle extends RoleHandle {
  /** Rises with every change of what it shows. */
  readonly revision: number;
}
