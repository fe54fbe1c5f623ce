import type { FeaturesEdit } from '../../features/edits';
import type { ContainerResourcePolicy, UpdateMode } from '../../kube/vpa-types';
import type { VpaPolicy } from '../../policy/fields/vpa-fields';

type Removable = Omit<VpaPolicy, 'updateMode'>;

/** A change of a VPA's policy as a form sends it; absent fields stay as they are, null removes one. */
export type PolicyEdit = {
  /** The generation of the VPA that was edited: the edit is not saved over a newer one. */
  generation?: number;
  updateMode?: UpdateMode;
  containerPolicies?: ContainerResourcePolicy[];
} & FeaturesEdit & { [Field in keyof Removable]?: Removable[Field] | null };
