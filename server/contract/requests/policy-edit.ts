import type { ContainerResourcePolicy, UpdateMode } from '../../kube/vpa-types';
import type { VpaPolicy } from '../../policy/fields/vpa-fields';

type Removable = Omit<VpaPolicy, 'updateMode'>;

/** A change of a VPA's policy as a form sends it; absent fields stay as they are, null removes one. */
export type PolicyEdit = {
  /** The generation of the VPA that was edited: the edit is not saved over a newer one. */
  generation?: number;
  updateMode?: UpdateMode;
  /** The name of a recommender; null names none, so the cluster's default applies. */
  recommender?: string | null;
  /** Its parameters by path, as people write them; null removes one, or all of them. */
  parameters?: Readonly<Record<string, string | null>> | null;
  /** The annotation with parameters that was edited, null for none: the edit is not saved over another one. */
  annotation?: string | null;
  /** The annotation with the calendar; null removes it. */
  calendar?: string | null;
  /** The calendar that was edited, null for none: the edit is not saved over another one. */
  formerCalendar?: string | null;
  /** The label by which it tells nodes apart; null for none. */
  scope?: string | null;
  containerPolicies?: ContainerResourcePolicy[];
} & { [Field in keyof Removable]?: Removable[Field] | null };
