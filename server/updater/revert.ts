import type { ClusterCaches } from '../kube/caches';
import { controllerOf } from '../kube/owner-index';
import type { Container, Pod, PodTemplateSpec } from '../kube/types';
import { amountsFrom } from '../model/quantity';
import { type Amounts, RESOURCES } from '../model/units';
import { IN_PLACE_ANNOTATION } from './hand/resize';
import type { ContainerChange } from './plan-types';

/** The pod template of a pod's direct controller, where that is of a kind that is cached. */
export function templateOf(caches: ClusterCaches, pod: Pod): PodTemplateSpec | undefined {
  const owner = controllerOf(pod.metadata.ownerReferences);
  const namespace = pod.metadata.namespace ?? '';
  if (!owner) return undefined;
  switch (owner.kind) {
    case 'ReplicaSet':
      return caches.replicaSets.get(namespace, owner.name)?.spec.template;
    case 'StatefulSet':
      return caches.statefulSets.get(namespace, owner.name)?.spec.template;
    case 'DaemonSet':
      return caches.daemonSets.get(namespace, owner.name)?.spec.template;
    case 'Job':
      return caches.jobs.get(namespace, owner.name)?.spec.template;
    case 'ReplicationController':
      return caches.replicationControllers.get(namespace, owner.name)?.spec.template;
    default:
      return undefined;
  }
}

/** Whether the pod was resized in place and still runs, so that it can be put back in place too. */
export function isRevertible({ metadata, status }: Pod): boolean {
  return (
    metadata.annotations?.[IN_PLACE_ANNOTATION] !== undefined &&
    metadata.deletionTimestamp === undefined &&
    status?.phase === 'Running'
  );
}

/**
 * What brings the containers of a pod back to what its template asks. A request the template leaves out stays:
 * a resize can change a request but not take it away.
 */
export function revertChanges(pod: Pod, template: PodTemplateSpec): ContainerChange[] {
  return pod.spec.containers.flatMap((container) => {
    const original = template.spec.containers.find(({ name }) => name === container.name);
    if (!original) return [];
    const to = differing(original, container, 'requests');
    const limits = differing(original, container, 'limits');
    if (Object.keys(to).length + Object.keys(limits).length === 0) return [];
    return [{ container: container.name, from: amountsFrom(container.resources?.requests), to, limits }];
  });
}

function differing(original: Container, now: Container, field: 'requests' | 'limits'): Amounts {
  const wanted = amountsFrom(original.resources?.[field]);
  const stated = amountsFrom(now.resources?.[field]);
  const result: Amounts = {};
  for (const resource of RESOURCES)
    if (wanted[resource] !== undefined && wanted[resource] !== stated[resource])
      Object.assign(result, { [resource]: wanted[resource] });
  return result;
}
