import { ownedByController } from '@/sandbox/controllers/workload-types';
import { hash32, nameSuffix } from '@/sandbox/workloads/random';
import type { KubeObject, Pod, PodTemplateSpec } from '@/server/objects/types';

/** Neither finished nor terminating. */
export function isActive(pod: Pod): boolean {
  return !hasFinished(pod) && !pod.metadata.deletionTimestamp;
}

export function hasFinished(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

function readyCondition(pod: Pod) {
  return pod.status?.conditions?.find((condition) => condition.type === 'Ready');
}

export function isReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === 'True';
}

/** Milliseconds until a ready pod counts as available; 0 if it does, undefined if it is not ready. */
export function availableInMs(pod: Pod, minReadySeconds: number, nowMs: number): number | undefined {
  const ready = readyCondition(pod);
  if (ready?.status !== 'True') return undefined;
  if (minReadySeconds === 0 || !ready.lastTransitionTime) return 0;
  return Math.max(0, Date.parse(ready.lastTransitionTime) + minReadySeconds * 1000 - nowMs);
}

/** Ready, available, and when the next ready pod becomes available. */
export function countPods(pods: readonly Pod[], minReadySeconds: number, nowMs: number) {
  let ready = 0;
  let available = 0;
  let nextAvailableMs: number | undefined;
  for (const pod of pods) {
    const waitMs = availableInMs(pod, minReadySeconds, nowMs);
    if (waitMs === undefined) continue;
    ready++;
    if (waitMs === 0) available++;
    else nextAvailableMs = Math.min(nextAvailableMs ?? waitMs, waitMs);
  }
  return { ready, available, nextAvailableMs };
}

/**
 * The order in which a controller deletes pods: unassigned before assigned, pending before running, not ready before
 * ready, those with most restarts, then the youngest (Kubernetes 1.37, pkg/controller, controller_utils.go,
 * `ActivePodsWithRanks`).
 */
export function compareForDeletion(one: Pod, other: Pod): number {
  return (
    rank(one.spec.nodeName !== undefined, other.spec.nodeName !== undefined) ||
    rank(one.status?.phase === 'Running', other.status?.phase === 'Running') ||
    rank(isReady(one), isReady(other)) ||
    restarts(other) - restarts(one) ||
    (other.metadata.creationTimestamp ?? '').localeCompare(one.metadata.creationTimestamp ?? '') ||
    one.metadata.name.localeCompare(other.metadata.name)
  );
}

function rank(one: boolean, other: boolean): number {
  return Number(one) - Number(other);
}

function restarts(pod: Pod): number {
  return Math.max(0, ...(pod.status?.containerStatuses ?? []).map((status) => status.restartCount));
}

/** A pod of `owner` from a template. */
export function podFrom(
  owner: KubeObject,
  template: PodTemplateSpec,
  name: string,
  labels: Record<string, string> = {},
): Pod {
  const metadata: Pod['metadata'] = {
    name,
    generateName: `${owner.metadata.name}-`,
    namespace: owner.metadata.namespace,
    labels: { ...template.metadata?.labels, ...labels },
    ownerReferences: [ownedByController(owner)],
  };
  if (template.metadata?.annotations) metadata.annotations = { ...template.metadata.annotations };
  if (template.metadata?.finalizers) metadata.finalizers = [...template.metadata.finalizers];
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: structuredClone(template.spec) };
}

/** Names for the pods of one owner, the same in every run with the same seed. */
export class PodNames {
  private readonly issued = new Map<string, number>();

  constructor(private readonly seed: number) {}

  next(owner: KubeObject): string {
    const family = `${owner.metadata.namespace}/${owner.kind}/${owner.metadata.name}`;
    const index = this.issued.get(family) ?? 0;
    this.issued.set(family, index + 1);
    return `${owner.metadata.name}-${nameSuffix(hash32(family, this.seed), index)}`;
  }
}
