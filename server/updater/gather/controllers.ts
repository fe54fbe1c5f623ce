import type { ClusterCaches } from '../../kube/caches';
import type { ControllerFacts } from '../plan-input';

/** A controlling owner as an owner reference names it. */
export interface ControllerRef {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * How many pods a direct controller wants: its replicas, for a DaemonSet the pods that are ready, as the
 * reference counts. Undefined for kinds that say nothing of the like, and for a controller not seen.
 */
export function controllerFacts(
  caches: ClusterCaches,
  namespace: string,
  { kind, name, uid }: ControllerRef,
): ControllerFacts {
  return { kind, name, uid, configured: configuredOf(caches, namespace, kind, name, uid) };
}

function configuredOf(
  caches: ClusterCaches,
  namespace: string,
  kind: string,
  name: string,
  uid: string,
): number | undefined {
  switch (kind) {
    case 'ReplicaSet':
    case 'StatefulSet':
    case 'ReplicationController': {
      const cache =
        kind === 'ReplicaSet'
          ? caches.replicaSets
          : kind === 'StatefulSet'
            ? caches.statefulSets
            : caches.replicationControllers;
      const workload = cache.get(namespace, name);
      return workload?.metadata.uid === uid ? (workload.spec.replicas ?? 1) : undefined;
    }
    case 'DaemonSet': {
      const daemonSet = caches.daemonSets.get(namespace, name);
      return daemonSet?.metadata.uid === uid ? (daemonSet.status?.numberReady ?? 0) : undefined;
    }
    default:
      return undefined;
  }
}
