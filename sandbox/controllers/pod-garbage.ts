import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import type { Node, Pod } from '@/server/objects/types';

/**
 * Removes the pods of a deleted node, since no kubelet confirms their end (Kubernetes 1.37, pkg/controller/podgc,
 * gc_controller.go, `gcOrphaned`).
 */
export function startPodGarbage({ registry }: ControlPlane): Running {
  const unwatch = registry.watch<Node>('nodes', ({ type, object }) => {
    if (type !== 'DELETED') return;
    for (const pod of [...registry.list<Pod>('pods')]) {
      if (pod.spec.nodeName !== object.metadata.name) continue;
      const { namespace, name, uid } = pod.metadata;
      try {
        registry.delete('pods', namespace, name, { gracePeriodSeconds: 0, uid });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
  });
  return { stop: unwatch, idle: () => true };
}
