import { waitsForRoom } from '../../cluster/waits-for-room';
import type { PendingPods, RefusedPods } from '../../contract/recommendations';
import type { KubeEvent, Pod, Workload } from '../../kube/types';
import type { WorkloadKind } from '../../kube/workload-kinds';

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
  const failure = workload.status?.conditions?.find(
    ({ type, status }) => type === 'ReplicaFailure' && status === 'True',
  );
  if (failure) {
    const sinceMs = timeMs(failure.lastTransitionTime);
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
    sinceMs: timeMs(newest.firstTimestamp) ?? timeMs(newest.eventTime),
    lastMs: lastMs(newest),
  };
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

/** Whether the workload is scaled to zero. */
export function wantsNoPods({ spec }: Workload): boolean {
  return spec.replicas === 0;
}

/** Which of the pods wait for a node or for their containers, with the first message that says why. */
export function pendingPods(pods: readonly Pod[], nowMs: number): PendingPods | undefined {
  const pending = pods.filter(({ status }) => (status?.phase ?? 'Pending') === 'Pending');
  if (pending.length === 0) return undefined;
  const since = pending.map(pendingSinceMs).filter((ms) => ms !== undefined);
  const sinceMs = since.length > 0 ? Math.min(...since) : undefined;
  return {
    pods: pending.length,
    of: pods.length,
    message: pending.map(pendingMessage).find(Boolean),
    sinceMs,
    isStuck: sinceMs !== undefined && nowMs - sinceMs > START_TAKES_MS,
    ...(pending.some((pod) => waitsForRoom(pod)?.isForVpa) && { isForVpa: true }),
  };
}

function pendingMessage({ status }: Pod): string | undefined {
  const scheduled = scheduledOf(status);
  if (scheduled?.status === 'False') return scheduled.message ?? scheduled.reason;
  for (const { name, state } of [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
  ])
    if (state?.waiting?.reason)
      return [`container ${name}`, state.waiting.reason, state.waiting.message].filter(Boolean).join(': ');
  return undefined;
}

function pendingSinceMs({ metadata, status }: Pod): number | undefined {
  return timeMs(scheduledOf(status)?.lastTransitionTime) ?? timeMs(metadata.creationTimestamp);
}

function scheduledOf(status: Pod['status']) {
  return status?.conditions?.find(({ type }) => type === 'PodScheduled');
}

function lastMs({ lastTimestamp, eventTime, metadata }: KubeEvent): number {
  return timeMs(lastTimestamp) ?? timeMs(eventTime) ?? timeMs(metadata.creationTimestamp) ?? 0;
}

function timeMs(text: string | null | undefined): number | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}
