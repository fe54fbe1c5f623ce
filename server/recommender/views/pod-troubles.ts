import type { PendingPods, RefusedPods } from '../../contract/recommendations';
import { waitsForCapacity } from '../../decide/places/waits-for-capacity';
import { conditionOf } from '../../objects/conditions';
import { optionalTime } from '../../objects/optional-time';
import type { Condition, KubeEvent, Pod, Workload } from '../../objects/types';
import type { WorkloadKind } from '../../objects/workload-kinds';
import { eachByItself } from '../../words/object-fault';

/** Pods are Pending for a moment whenever they start, in milliseconds of the cluster clock. */
const START_TAKES_MS = 2 * 60_000;

/** An event about a refused pod is outdated after this long, in milliseconds of the cluster clock. */
const EVENT_HOLDS_MS = 30 * 60_000;

/**
 * Whether pods of a workload are refused, for instance by a webhook, a quota or a LimitRange. Deployments and
 * ReplicaSets say so in a condition, in the words of the first refusal; the newest event has those of the last.
 * For other kinds only events do, which count while pods are missing.
 */
export function refusedPods(
  kind: WorkloadKind,
  workload: Workload,
  events: () => readonly KubeEvent[],
  nowMs: number,
): RefusedPods | undefined {
  const refusal = refusalOf(kind, workload, events, nowMs);
  const missing = missingPods(workload);
  return refusal && { ...refusal, ...(missing !== undefined && { missing }) };
}

function refusalOf(
  kind: WorkloadKind,
  workload: Workload,
  events: () => readonly KubeEvent[],
  nowMs: number,
): RefusedPods | undefined {
  const failure = conditionOf(workload, 'ReplicaFailure');
  if (failure?.status === 'True') {
    const sinceMs = optionalTime(failure.lastTransitionTime);
    const last = newestOf(events());
    return last && lastMs(last) >= (sinceMs ?? 0)
      ? { message: last.message ?? '', sinceMs, lastMs: lastMs(last) }
      : { message: failure.message ?? '', sinceMs };
  }
  if (!lacksPods(kind, workload)) return undefined;
  const newest = newestOf(events());
  if (!newest || nowMs - lastMs(newest) > EVENT_HOLDS_MS) return undefined;
  return {
    message: newest.message ?? '',
    sinceMs: optionalTime(newest.firstTimestamp) ?? optionalTime(newest.eventTime),
    lastMs: lastMs(newest),
  };
}

/** Of a kind that states a number of replicas; undefined of others. */
function missingPods({ spec, status = {} }: Workload): number | undefined {
  const { replicas } = spec;
  return replicas == null ? undefined : Math.max(0, replicas - Number(status.replicas ?? 0));
}

function newestOf(events: readonly KubeEvent[]): KubeEvent | undefined {
  let newest: KubeEvent | undefined;
  for (const event of events) if (!newest || lastMs(event) > lastMs(newest)) newest = event;
  return newest;
}

function lacksPods(kind: WorkloadKind, { spec, status = {} }: Workload): boolean {
  const numberOf = (field: string) => Number(status[field] ?? 0);
  switch (kind) {
    case 'statefulSets':
      return numberOf('replicas') < (spec.replicas ?? 1);
    case 'daemonSets':
      return numberOf('currentNumberScheduled') < numberOf('desiredNumberScheduled');
    case 'jobs':
      return numberOf('active') === 0 && status.completionTime === undefined;
    case 'deployments':
    case 'replicaSets':
    case 'replicationControllers':
    case 'cronJobs':
      return false;
  }
}

export function wantsNoPods({ spec }: Workload): boolean {
  return spec.replicas === 0;
}

/**
 * Which of the pods wait for a node or for their containers, with the first message that says why. A pod that cannot be
 * read is not counted.
 */
export function pendingPods(pods: readonly Pod[], nowMs: number): PendingPods | undefined {
  const waiting = pods.filter(({ status }) => (status?.phase ?? 'Pending') === 'Pending');
  const pending = eachByItself('Pod', waiting, pendingPod).results;
  if (pending.length === 0) return undefined;
  const since = pending.flatMap(({ sinceMs }) => sinceMs ?? []);
  const sinceMs = since.length > 0 ? Math.min(...since) : undefined;
  return {
    pods: pending.length,
    of: pods.length,
    message: pending.find(({ message }) => message)?.message,
    sinceMs,
    isStuck: sinceMs !== undefined && nowMs - sinceMs > START_TAKES_MS,
    ...(pending.some(({ isForVpa }) => isForVpa) && { isForVpa: true }),
  };
}

function pendingPod(pod: Pod) {
  const scheduled = conditionOf(pod, 'PodScheduled');
  return {
    message: pendingMessage(pod, scheduled),
    sinceMs: optionalTime(scheduled?.lastTransitionTime) ?? optionalTime(pod.metadata.creationTimestamp),
    isForVpa: waitsForCapacity(pod)?.isForVpa,
  };
}

function pendingMessage({ status }: Pod, scheduled: Condition | undefined): string | undefined {
  if (scheduled?.status === 'False') return scheduled.message ?? scheduled.reason;
  for (const { name, state } of [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
  ])
    if (state?.waiting?.reason)
      return [`container ${name}`, state.waiting.reason, state.waiting.message].filter(Boolean).join(': ');
  return undefined;
}

function lastMs({ lastTimestamp, eventTime, metadata }: KubeEvent): number {
  return (
    optionalTime(lastTimestamp) ?? optionalTime(eventTime) ?? optionalTime(metadata.creationTimestamp) ?? 0
  );
}
