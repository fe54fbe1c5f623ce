import type { PodUpdatePolicy } from '../../objects/vpa-types';

/**
 * The update policy a VPA without one gets; the same as in the reference (VPA 1.8, pkg/utils/vpa, api.go,
 * `GetUpdateMode`).
 */
export const DEFAULT_UPDATE_POLICY: PodUpdatePolicy = { updateMode: 'Recreate' };
