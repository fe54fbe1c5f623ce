import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { PolicyEdit } from '../handle';

/** The VPA as it would be with the edit saved. */
export function edited(vpa: VerticalPodAutoscaler, edit: PolicyEdit): VerticalPodAutoscaler {
  const { updatePolicy, resourcePolicy } = vpa.spec;
  const policy: PodUpdatePolicy = { updateMode: 'Recreate', ...updatePolicy };
  if (edit.updateMode !== undefined) policy.updateMode = edit.updateMode;
  if (edit.minReplicas === null) delete policy.minReplicas;
  else if (edit.minReplicas !== undefined) policy.minReplicas = edit.minReplicas;
  return {
    ...vpa,
    spec: {
      ...vpa.spec,
      updatePolicy: policy,
      resourcePolicy: edit.containerPolicies ? { containerPolicies: edit.containerPolicies } : resourcePolicy,
    },
  };
}

/** The merge patch that saves the edit, valid only for the very version it was made from. */
export function editPatch(vpa: VerticalPodAutoscaler, edit: PolicyEdit): object {
  const updatePolicy = {
    ...(edit.updateMode === undefined ? {} : { updateMode: edit.updateMode }),
    ...(edit.minReplicas === undefined ? {} : { minReplicas: edit.minReplicas }),
  };
  return {
    metadata: { resourceVersion: vpa.metadata.resourceVersion },
    spec: {
      ...(Object.keys(updatePolicy).length > 0 ? { updatePolicy } : {}),
      ...(edit.containerPolicies ? { resourcePolicy: { containerPolicies: edit.containerPolicies } } : {}),
    },
  };
}

/** The part of a VPA an edit can change, for the record. */
export function policyOf({ spec }: VerticalPodAutoscaler): object {
  return { updatePolicy: spec.updatePolicy ?? null, resourcePolicy: spec.resourcePolicy ?? null };
}
