import { APPROVALS_ANNOTATION, approvalsOf } from '../../features/approvals/rules';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';

/** What `kubectl apply` should say about approvals that cannot be read, or that nothing asks for. */
export function approvalWarnings(vpa: VerticalPodAutoscaler): string[] {
  const { rules, fault } = approvalsOf(vpa, '');
  const at = `metadata.annotations[${APPROVALS_ANNOTATION}]`;
  if (fault !== undefined)
    return [`${at}: ${fault}; until it is corrected, every change of its pods waits for a person.`];
  if (rules && vpa.spec?.updatePolicy?.updateMode === 'Initial')
    return [`${at}: mode Initial asks nobody: new pods get the target at once.`];
  return [];
}
