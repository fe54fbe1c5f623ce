import type { PodUpdatePolicy } from '../../objects/vpa-types';

/** The update policy a VPA without one gets; the same as in the reference. */
export const DEFAULT_UPDATE_POLICY: PodUpdatePolicy = { updateMode: 'Recreate' };
