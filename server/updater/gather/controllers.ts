import type { ControllerFacts } from '../../decide/running/plan-input';
import type { ClusterCaches } from '../../kube/caches';
import type { TargetResolver } from '../../kube/targets';
import type { OwnerReference, Workload } from '../../objects/types';
import { workloadKindOf } from '../../objects/workload-kinds';

/** Where a controller's replica count is. */
interface ReplicaSources {
  readonly caches: ClusterCaches;
  readonly targets: Pick<TargetResolver, 'replicasOf'>;
}

/** How many pods a direct controller wants; undefined for kinds without a count, and for one not seen. */
export function controllerFacts(
  sources: ReplicaSources,
  namespace: string,
  owner: OwnerReference,
): ControllerFacts {
  const { kind, name, uid } = owner;
  return { kind, name, uid, configured: configuredOf(sources, namespace, owner) };
}

function configuredOf(
  { caches, targets }: ReplicaSources,
  namespace: string,
  owner: OwnerReference,
): number | undefined {
  const kind = workloadKindOf(owner.apiVersion, owner.kind);
  if (!kind) return targets.replicasOf(namespace, owner);
  const workload = caches[kind].get(namespace, owner.name);
  if (workload?.metadata.uid !== owner.uid) return undefined;
  switch (kind) {
    case 'replicaSets':
    case 'statefulSets':
    case 'replicationControllers':
    case 'deployments':
      return workload.spec.replicas ?? 1;
    case 'daemonSets':
      return podsOfDaemonSet(workload);
    case 'jobs':
      return podsOfJob(workload);
    case 'cronJobs':
      return undefined;
  }
}

/**
 * One on every node meant for it. The reference counts the ready ones, which sinks with each evicted pod, so
 * that in the end all may be unavailable at once.
 */
function podsOfDaemonSet({ status }: Workload): number {
  return Math.max(status?.desiredNumberScheduled ?? 0, status?.numberReady ?? 0);
}

/** As many as the Job runs in parallel, or fewer if fewer are left. */
function podsOfJob({ spec: { parallelism = 1, completions }, status }: Workload): number {
  return Math.min(parallelism, (completions ?? Number.POSITIVE_INFINITY) - (status?.succeeded ?? 0));
}
