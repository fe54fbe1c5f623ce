import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../kube/vpa-types';

/** The update policy a VPA without one gets; the same as in the reference. */
export const DEFAULT_UPDATE_POLICY: PodUpdatePolicy = { updateMode: 'Recreate' };

/** The update policy to add to a VPA; undefined if it has one. */
export function missingUpdatePolicy(vpa: VerticalPodAutoscaler): PodUpdatePolicy | undefined {
  return vpa.spec.updatePolicy ? undefined : DEFAULT_UPDATE_POLICY;
}
