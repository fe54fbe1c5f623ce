import type { RoleHandle } from '../kube/role-context';
import type {
  ContainerResourcePolicy,
  EvictionRequirement,
  StartupBoost,
  UpdateMode,
} from '../kube/vpa-types';
import type { StopScope } from '../policy/stop';
import type { EffectView, PlanView, StopsView } from './views';

/** A change of a VPA's policy as a form sends it; absent fields stay as they are, null takes one out. */
export interface PolicyEdit {
  /** The generation of the VPA the edit was made from: it is not saved over a newer one. */
  generation?: number;
  updateMode?: UpdateMode;
  minReplicas?: number | null;
  evictAfterOOMSeconds?: number | null;
  evictionRequirements?: EvictionRequirement[] | null;
  startupBoost?: StartupBoost | null;
  containerPolicies?: ContainerResourcePolicy[];
}

/** Stops as any process sees and changes them, whatever roles it runs. */
export interface StopsHandle extends RoleHandle {
  stops(): StopsView;
  /** Takes effect in this process before it returns its promise; resolves once the cluster has it, or knows it has not. */
  press(scope: StopScope, who: string): Promise<StopsView>;
  resume(scope: StopScope, who: string): Promise<StopsView>;
}

/** The running updater as the rest of the process sees it. */
export interface UpdaterHandle extends RoleHandle {
  /** What a pass beginning now would do, by the very function the pass calls; of some VPAs, or of all. */
  plan(only?: { namespace?: string; name?: string }): Promise<PlanView>;
  /**
   * What saving the edit would do, by the functions that will do it.
   * @throws AppError `not-found`
   */
  preview(namespace: string, name: string, edit: PolicyEdit): Promise<EffectView>;
  /**
   * Saves the edit and records who did it.
   * @throws AppError `not-found`, `invalid` with the fields at fault, `conflict`, `cluster-error`
   */
  save(namespace: string, name: string, edit: PolicyEdit, who: string): Promise<EffectView>;
  /**
   * Puts pods resized in place back to what their template asks, in place; answers how many.
   * @throws AppError `conflict` while a VPA would resize its pods again
   */
  revert(scope: StopScope, who: string): Promise<{ reverted: number; failed: number }>;
}
