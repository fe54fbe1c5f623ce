import type { AdmissionStep } from '@/sandbox/api/admission/chain';
import { ApiError, forbidden } from '@/sandbox/api/api-error';
import { isPod } from '@/sandbox/api/kinds/kind';
import type { Storage } from '@/sandbox/api/storage/storage';
import { amounts, podRequest } from '@/sandbox/scheduler/pod-requests';
import type { Node, Pod } from '@/server/objects/types';

/** What a node must declare to resize what a pod states as a whole. */
const OF_WHOLE_PODS = 'InPlacePodLevelResourcesVerticalScaling';

/**
 * Refuses a resize that the node of the pod can never do: beyond what it can allocate, on Windows, or of the pod as a
 * whole where the node does not declare that (Kubernetes 1.36 on).
 */
export function resizeValidator(storage: Storage): AdmissionStep {
  return {
    validate({ kind, object, old, subresource }) {
      if (subresource !== 'resize' || !isPod(kind)) return;
      const [next, before] = [object, old] as [Pod, Pod];
      const node = storage.store('nodes').get('', next.spec.nodeName ?? '') as Node | undefined;
      if (!node) return;
      const refused = (why: string) => forbidden(kind, next.metadata.name, why);
      if (node.status?.nodeInfo?.operatingSystem === 'windows')
        throw refused('pods on Windows nodes cannot be resized');
      const isOfWhole = JSON.stringify(next.spec.resources) !== JSON.stringify(before.spec.resources);
      if (isOfWhole && !node.status?.declaredFeatures?.includes(OF_WHOLE_PODS))
        throw refused(
          `pod update requires features ${OF_WHOLE_PODS} which are not available on node ${node.metadata.name}`,
        );
      // Nodes that declare nothing stand for a cluster of an earlier version.
      if (!node.status?.declaredFeatures) return;
      const wanted = podRequest({ ...next, status: undefined });
      const had = podRequest({ ...before, status: undefined });
      const most = amounts(node.status?.allocatable);
      for (const resource of ['cpu', 'memory'] as const) {
        if (wanted[resource] <= had[resource] || wanted[resource] <= most[resource]) continue;
        const message = `node didn't have enough allocatable: ${resource}, requested: ${wanted[resource]}, allocatable: ${most[resource]}`;
        const { status, reason, message: whole, details } = refused(message);
        const causes = [{ reason: 'NodeCapacity', message, field: 'spec' }];
        throw new ApiError(status, reason, whole, { ...details, causes });
      }
    },
  };
}
