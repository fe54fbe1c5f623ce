import { OBSERVED_ANNOTATION } from '../../decide/pods/pod-annotations';
import { reportAccess } from '../../kube/access-problem';
import type { ClusterContext } from '../../kube/role-context';
import { Sharing } from '../../kube/sharing';
import { WatchCache } from '../../kube/watch-cache';
import { controllerOf } from '../../objects/owners';
import { API_RESOURCES } from '../../objects/resources';
import type { Pod, PodSpec } from '../../objects/types';

const NO_SPEC: PodSpec = { containers: [] };
/** Small pages, so that the garbage collector never promotes what is dropped from them. */
const PAGE_SIZE = 100;

/** All that is needed of an existing pod: when it was created, its owner and labels, and whether it was patched. */
function bare({ apiVersion, kind, metadata }: Pod, sharing: Sharing): Pod {
  const { name, namespace, uid, resourceVersion, creationTimestamp, labels, annotations } = metadata;
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
      ...(labels && { labels: sharing.of(labels) }),
      ...(observed !== undefined && { annotations: { [OBSERVED_ANNOTATION]: observed } }),
      ...(owner && { ownerReferences: [owner] }),
    },
    spec: NO_SPEC,
  };
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
