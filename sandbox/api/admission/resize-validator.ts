import type { AdmissionStep } from '@/sandbox/api/admission/chain';
import { ApiError, forbidden } from '@/sandbox/api/api-error';
import { isPod } from '@/sandbox/api/kinds/kind';
import type { Storage } from '@/sandbox/api/storage/storage';
import { minorOf } from '@/sandbox/api/version';
import { amounts, podRequest } from '@/sandbox/scheduler/pod-requests';
import type { Node, Pod } from '@/server/objects/types';

const FIRST_MINOR = 36;
/** What a node must declare to resize what a pod states as a whole. */
const OF_WHOLE_PODS = 'InPlacePodLevelResourcesVerticalScaling';
/** And init containers that end before the others start. */
const OF_INIT_CONTAINERS = 'InPlacePodVerticalScalingInitContainers';

/**
 * Refuses a resize that the node of the pod can never do: of what it does not declare, on Windows, or of a pod that is
 * beyond what it can allocate, whatever changed (PodResizeValidator and NodeDeclaredFeatures of Kubernetes 1.36 on).
 */
export function resizeValidator(storage: Storage): AdmissionStep {
  return {
    validate({ kind, object, old, subresource }) {
      if (subresource !== 'resize' || !isPod(kind)) return;
      const [next, before] = [object, old] as [Pod, Pod];
      const { nodeName } = next.spec;
      if (!nodeName) return;
      const refused = (why: string, cause?: string) => {
        const { status, reason, message, details } = forbidden(kind, next.metadata.name, why);
        return new ApiError(status, reason, message, {
          ...details,
          ...(cause && { causes: [{ reason: cause }] }),
        });
      };
      const node = storage.store('nodes').get('', nodeName) as Node | undefined;
      if (!node) throw refused(`node "${nodeName}" not found`);
      const undeclared = needed(next, before).filter(
        (feature) => !node.status?.declaredFeatures?.includes(feature),
      );
      if (undeclared.length > 0)
        throw refused(
          `pod update requires features ${undeclared.join(', ')} which are not available on node "${nodeName}"`,
        );
      const system = node.metadata.labels?.['kubernetes.io/os'];
      if (system !== undefined && system !== 'linux')
        throw refused(
          `pod resize is only supported on linux nodes, node "${nodeName}" is "${system}"`,
          'UnsupportedPlatform',
        );
      // A node of an earlier version stands for a cluster of it, where the kubelet alone judges amounts.
      if ((minorOf(node) ?? FIRST_MINOR) < FIRST_MINOR) return;
      const wanted = podRequest({ ...next, status: undefined });
      const most = amounts(node.status?.allocatable);
      const lacking = (['cpu', 'memory'] as const)
        .filter((resource) => wanted[resource] > most[resource])
        .map((resource) => `${resource}, requested: ${wanted[resource]}, allocatable: ${most[resource]}`);
      if (lacking.length > 0)
        throw refused(`node didn't have enough allocatable resources: ${lacking.join('; ')}`, 'NodeCapacity');
    },
  };
}

/** The features that the change needs, by name. */
function needed({ spec }: Pod, { spec: old }: Pod): string[] {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  const init = (spec.initContainers ?? []).some(
    ({ restartPolicy, resources }, index) =>
      restartPolicy !== 'Always' && differs(resources, old.initContainers?.[index]?.resources),
  );
  return [
    ...(differs(spec.resources, old.resources) ? [OF_WHOLE_PODS] : []),
    ...(init ? [OF_INIT_CONTAINERS] : []),
  ];
}
