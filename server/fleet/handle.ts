import type { RoleHandle } from '../kube/role-context';
import type { GraduationView } from './graduation/views';

/** The running role as the rest of the process sees it. */
export interface FleetHandle extends RoleHandle {
  /** Rises with every change of what it shows. */
  readonly revision: number;
  readonly graduation: {
    /** How graduation stands with a VPA; undefined if it does not graduate. */
    view(namespace: string, name: string): Promise<GraduationView | undefined>;
  };
}
