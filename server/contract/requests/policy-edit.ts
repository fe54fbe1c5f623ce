import type { FeaturesEdit } from '../../decide/features/edits';
import type { VpaPolicy } from '../../decide/pods/fields/vpa-fields';
import type { ContainerResourcePolicy, UpdateMode } from '../../objects/vpa-types';

type Removable = Omit<VpaPolicy, 'updateMode'>;

/** A change of a VPA's policy as a form sends it; absent fields stay as they are, null removes one. */
export type PolicyEdit = {
  /** The generation of the VPA that was edited: the edit is not saved over a newer one. */
  generation?: number;
  updateMode?: UpdateMode;
  containerPolicies?: ContainerResourcePolicy[];
} & FeaturesEdit & { [Field in keyof Removable]?: Removable[Field] | null };
