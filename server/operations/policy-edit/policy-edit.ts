import type {
  ContainerResourcePolicy,
  EvictionRequirement,
  StartupBoost,
  UpdateMode,
} from '../../kube/vpa-types';

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
