import type { OwnerRef } from '../../objects/owners';
import { API_RESOURCES, apiVersionOf } from '../../objects/resources';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

/** A VPA for a workload that has none; without a name, nothing kept of a VPA counts for it. */
export function vpaInOff(
  { apiVersion, kind, namespace, name: target }: Omit<OwnerRef, 'uid'>,
  name: string,
): VerticalPodAutoscaler {
  return {
    apiVersion: apiVersionOf(API_RESOURCES.vpas),
    kind: API_RESOURCES.vpas.kind,
    metadata: { namespace, name },
    spec: { targetRef: { apiVersion, kind, name: target }, updatePolicy: { updateMode: 'Off' } },
  };
}
