import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../kube/vpa-types';

/** What a VPA without an update policy is given; the reference does the same. */
export const DEFAULT_UPDATE_POLICY: PodUpdatePolicy = { updateMode: 'Recreate' };

/** The update policy to add to a VPA; undefined when it states one. */
export function missingUpdatePolicy(vpa: VerticalPodAutoscaler): PodUpdatePolicy | undefined {
  return vpa.spec.updatePolicy ? undefined : DEFAULT_UPDATE_POLICY;
}
