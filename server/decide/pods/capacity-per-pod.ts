import type { Node } from '../../objects/types';

/**
 * Whether the capacity of a node comes with each pod, so that what it has left says nothing of the next pod: EKS
 * Fargate makes a machine for each pod, a virtual kubelet (virtual-kubelet.io) hands pods to a service, and GKE
 * Autopilot adds nodes of any size. Their own names and labels tell.
 */
export function hasCapacityPerPod({ metadata: { name, labels = {} } }: Pick<Node, 'metadata'>): boolean {
  return (
    labels['eks.amazonaws.com/compute-type'] === 'fargate' ||
    labels.type === 'virtual-kubelet' ||
    (name.startsWith('gk3-') && labels['cloud.google.com/gke-nodepool'] !== undefined)
  );
}
