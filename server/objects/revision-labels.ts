import type { Labels } from './selector';

/** Labels of pods that name the revision of their template: of ReplicaSets, Argo Rollouts, StatefulSets and DaemonSets. */
const REVISION_LABELS = [
  'pod-template-hash',
  'rollouts-pod-template-hash',
  'controller-revision-hash',
] as const;

/** Whether pods with these labels are of one revision of their template. */
export function namesRevision(labels: Labels): boolean {
  return REVISION_LABELS.some((label) => labels[label] !== undefined);
}
