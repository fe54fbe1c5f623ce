import { podNeed } from '../../decide/places/pod-need';
import { OBSERVED_ANNOTATION } from '../../decide/pods/pod-annotations';
import { reportAccess } from '../../kube/access-problem';
import type { ClusterContext } from '../../kube/role-context';
import { Sharing } from '../../kube/sharing';
import { WatchCache } from '../../kube/watch-cache';
import { controllerOf } from '../../objects/owners';
import { resourceListFrom } from '../../objects/quantity';
import { API_RESOURCES } from '../../objects/resources';
import type { Pod, PodSpec } from '../../objects/types';
import { cpuMillicores, memoryBytes } from '../../objects/units';

/** Small pages, so that the garbage collector never promotes what is dropped from them. */
const PAGE_SIZE = 100;

/**
 * All that is needed of an existing pod: when it was created, its owner and labels, whether it was patched, and what it
 * takes of a node.
 */
function bare(pod: Pod, sharing: Sharing): Pod {
  const { apiVersion, kind, metadata, status } = pod;
  const { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp, labels, annotations } =
    metadata;
  const owner = controllerOf(metadata.ownerReferences);
  const observed = annotations?.[OBSERVED_ANNOTATION];
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      creationTimestamp,
      ...(deletionTimestamp && { deletionTimestamp }),
      ...(labels && { labels: sharing.of(labels) }),
      ...(observed !== undefined && { annotations: { [OBSERVED_ANNOTATION]: observed } }),
      ...(owner && { ownerReferences: [owner] }),
    },
    spec: demandOf(pod, sharing),
    ...(status?.phase && { status: { phase: status.phase } }),
  };
}

/** Where it runs, or may run, and one container that requests all that the scheduler counts it for. */
function demandOf(pod: Pod, sharing: Sharing): PodSpec {
  const { nodeName, nodeSelector, affinity, tolerations } = pod.spec ?? {};
  const where = nodeName ? { nodeName } : { nodeSelector, affinity, tolerations };
  try {
    const { cpu, memory } = podNeed(pod);
    const requests = resourceListFrom({ cpu: cpuMillicores(cpu), memory: memoryBytes(memory) });
    return { ...where, containers: [{ name: 'all', resources: { requests: sharing.of(requests) } }] };
  } catch {
    // What cannot be read counts for nothing.
    return { ...where, containers: [] };
  }
}

/** The pods of the cluster: the other roles' cache, or without one only the fields that admission needs. */
export function watchPods({ client, caches, problems, log }: ClusterContext): {
  pods: WatchCache<Pod>;
  stop(): Promise<void>;
} {
  if (caches.pods.isFollowing) return { pods: caches.pods, stop: async () => {} };
  const sharing = new Sharing();
  const pods = new WatchCache<Pod>(client, API_RESOURCES.pods, {
    log,
    holdings: caches.holdings,
    keep: (pod) => bare(pod, sharing),
    pageSize: PAGE_SIZE,
  });
  reportAccess(pods, problems);
  pods.start();
  return { pods, stop: () => pods.stop() };
}
