import type { HpaDetail, HpaRow } from '../contract/hpas';
import type { HpaTrialView } from '../decide/replicas/judgement';
import type { RoleHandle } from '../kube/role-context';
import type { Sliced } from '../lib/time/slices';
import type { HorizontalPodAutoscaler } from '../objects/types';

/** The running role as the rest of the process sees it. */
export interface HpaHandle extends RoleHandle {
  /** Rises with every sync, and with every change of an HPA. */
  readonly revision: number;
  /** Whether this process is the one that scales. */
  readonly isLeading: boolean;
  /** When the last sync of all HPAs began; undefined before the first. */
  readonly lastSyncMs: number | undefined;
  readonly count: number;
  /** Every HPA that the last sync knew, with its rules as they are now. */
  rows(): Sliced<HpaRow[]>;
  /** Undefined if there is no such HPA. */
  detail(namespace: string, name: string): HpaDetail | undefined;
  /** What an HPA says now and would say with other rules; undefined if it is unknown, or has nothing to scale. */
  trial(
    namespace: string,
    name: string,
    spec: HorizontalPodAutoscaler['spec'],
  ): Promise<HpaTrialView | undefined>;
}
