import type { ClusterCaches } from '@/server/kube/caches';
import { isNativeSidecar, sizedContainer } from '@/server/objects/sized-containers';
import type { PodSpec } from '@/server/objects/types';
import type { WorkloadKind } from '@/server/objects/workload-kinds';
import type { PastContainer } from '@/server/usage/source';
import { formerUntil } from '../lives/former-pods';
import type { TemplateLives } from '../lives/template-lives';
import { amountIn } from '../views/resource-view';

/** What a container was; metrics do not tell. */
export type PastKindOf = (container: PastContainer) => 'ordinary' | 'sidecar' | 'init';

/**
 * Tells past containers apart by what is there still: the pod, the revision that made it, or the workload as it is now.
 * What nothing speaks of counts as an ordinary container.
 * @param withSidecars false takes sidecars for init containers, as the reference does
 */
export function pastKinds(
  caches: Pick<ClusterCaches, WorkloadKind | 'pods'>,
  withSidecars: boolean,
): PastKindOf {
  return ({ namespace, pod, container }) => {
    for (const spec of specsOf(caches, namespace, pod)) {
      const kind = kindIn(spec, container);
      if (kind) return kind === 'sidecar' && !withSidecars ? 'init' : kind;
    }
    return 'ordinary';
  };
}

/**
 * What a past container was killed at, in bytes, by what is there still: its memory limit, without one its request; 0 if
 * nothing speaks of it.
 * @param fromRequest its request in any case, as the reference counts
 */
export function pastKilledAt(
  caches: Pick<ClusterCaches, WorkloadKind | 'pods'>,
  fromRequest: boolean,
): (container: PastContainer) => number {
  return ({ namespace, pod, container }) => {
    for (const spec of specsOf(caches, namespace, pod)) {
      const own = spec && sizedContainer(spec, container)?.resources;
      if (!own) continue;
      const [limit, request] = [amountIn(own.limits, 'memory'), amountIn(own.requests, 'memory')];
      return (fromRequest ? request : (limit ?? request)) ?? 0;
    }
    return 0;
  };
}

/**
 * Until when samples of a name are of a former template of its StatefulSet or DaemonSet, Unix ms; undefined if none are.
 * @param stepMs between samples
 */
export function formerPods(
  caches: Pick<ClusterCaches, 'pods' | 'statefulSets' | 'daemonSets'>,
  lives: Pick<TemplateLives, 'of'>,
  stepMs: number,
): (container: PastContainer) => number | undefined {
  return ({ namespace, pod }) => {
    const name = withoutLast(pod);
    const created = caches.pods.get(namespace, pod)?.metadata.creationTimestamp;
    const createdMs = created === undefined ? undefined : Date.parse(created);
    if (caches.statefulSets.get(namespace, name))
      return formerUntil(lives.of(namespace, { kind: 'StatefulSet', name }), createdMs, stepMs);
    // A name of a DaemonSet's pod does not come again.
    return createdMs === undefined && caches.daemonSets.get(namespace, name)
      ? formerUntil(lives.of(namespace, { kind: 'DaemonSet', name }), undefined, stepMs)
      : undefined;
  };
}

/** What made a pod of this name, the most exact first. */
function* specsOf(
  caches: Pick<ClusterCaches, WorkloadKind | 'pods'>,
  namespace: string,
  pod: string,
): Generator<PodSpec | undefined> {
  yield caches.pods.get(namespace, pod)?.spec;
  const owner = withoutLast(pod);
  for (const kind of ['replicaSets', 'statefulSets', 'daemonSets', 'jobs', 'replicationControllers'] as const)
    yield caches[kind].get(namespace, owner)?.spec.template?.spec;
  const maker = withoutLast(owner);
  yield caches.deployments.get(namespace, maker)?.spec.template?.spec;
  yield caches.cronJobs.get(namespace, maker)?.spec.jobTemplate?.spec.template.spec;
}

function kindIn(spec: PodSpec | undefined, container: string): ReturnType<PastKindOf> | undefined {
  if (spec?.containers.some(({ name }) => name === container)) return 'ordinary';
  const init = spec?.initContainers?.find(({ name }) => name === container);
  return init && (isNativeSidecar(init) ? 'sidecar' : 'init');
}

/** `web-7d9f` of `web-7d9f-abcde`. */
function withoutLast(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('-')));
}
