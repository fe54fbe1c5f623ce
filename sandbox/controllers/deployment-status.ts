import { rolloutBounds } from '@/sandbox/controllers/template';
import type {
  Deployment,
  DeploymentStatus,
  ReplicaSet,
  TimedCondition,
} from '@/sandbox/controllers/workload-types';
import { toKubeTime } from '@/server/lib/time/clock';

/** Replaces the condition of the same type; keeps it if status and reason are unchanged. */
export function setCondition(
  conditions: readonly TimedCondition[],
  type: string,
  status: 'True' | 'False',
  reason: string,
  message: string,
  nowMs: number,
): TimedCondition[] {
  const known = conditions.find((condition) => condition.type === type);
  if (known?.status === status && known.reason === reason) return [...conditions];
  const now = toKubeTime(nowMs);
  const lastTransitionTime = known?.status === status ? known.lastTransitionTime : now;
  const fresh: TimedCondition = { type, status, lastUpdateTime: now, lastTransitionTime, reason, message };
  return [...conditions.filter((condition) => condition.type !== type), fresh];
}

/** The status of a Deployment from its sets: counts, then Available, Progressing and ReplicaFailure. */
export function deploymentStatus(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  fresh: ReplicaSet | undefined,
  nowMs: number,
): DeploymentStatus {
  const wanted = deployment.spec.replicas ?? 1;
  const sum = (count: (set: ReplicaSet) => number | undefined) =>
    sets.reduce((total, set) => total + (count(set) ?? 0), 0);
  const replicas = sum((set) => set.status?.replicas);
  const updated = fresh?.status?.replicas ?? 0;
  const ready = sum((set) => set.status?.readyReplicas);
  const available = sum((set) => set.status?.availableReplicas);
  const asked = sum((set) => set.spec.replicas);
  const unavailable = Math.max(0, asked - available);
  const { maxUnavailable } = rolloutBounds(wanted, deployment.spec.strategy?.rollingUpdate);
  const tolerated = deployment.spec.strategy?.type === 'Recreate' ? 0 : maxUnavailable;
  const before = deployment.status ?? {};
  let conditions = before.conditions ?? [];
  conditions =
    available >= wanted - tolerated
      ? setCondition(conditions, 'Available', 'True', 'MinimumReplicasAvailable', AVAILABLE, nowMs)
      : setCondition(conditions, 'Available', 'False', 'MinimumReplicasUnavailable', UNAVAILABLE, nowMs);
  const counts = { replicas, updated, ready, available };
  conditions = progress(deployment, before, conditions, fresh, wanted, counts, nowMs);
  conditions = withFailure(conditions, sets, nowMs);
  return {
    observedGeneration: deployment.metadata.generation,
    ...(replicas > 0 && { replicas }),
    ...(updated > 0 && { updatedReplicas: updated }),
    ...(ready > 0 && { readyReplicas: ready }),
    ...(available > 0 && { availableReplicas: available }),
    ...(unavailable > 0 && { unavailableReplicas: unavailable }),
    conditions,
  };
}

const AVAILABLE = 'Deployment has minimum availability.';
const UNAVAILABLE = 'Deployment does not have minimum availability.';

interface Counts {
  readonly replicas: number;
  readonly updated: number;
  readonly ready: number;
  readonly available: number;
}

function progress(
  deployment: Deployment,
  before: DeploymentStatus,
  conditions: TimedCondition[],
  fresh: ReplicaSet | undefined,
  wanted: number,
  counts: Counts,
  nowMs: number,
): TimedCondition[] {
  const known = conditions.find((condition) => condition.type === 'Progressing');
  const who = fresh ? `ReplicaSet "${fresh.metadata.name}"` : `Deployment "${deployment.metadata.name}"`;
  if (counts.replicas === counts.updated && known?.reason === 'NewReplicaSetAvailable') return conditions;
  if (counts.updated === wanted && counts.replicas === wanted && counts.available === wanted) {
    const done = `${who} has successfully progressed.`;
    return setCondition(conditions, 'Progressing', 'True', 'NewReplicaSetAvailable', done, nowMs);
  }
  const moved =
    counts.updated > (before.updatedReplicas ?? 0) ||
    counts.replicas - counts.updated < (before.replicas ?? 0) - (before.updatedReplicas ?? 0) ||
    counts.ready > (before.readyReplicas ?? 0) ||
    counts.available > (before.availableReplicas ?? 0);
  if (moved) {
    const now = toKubeTime(nowMs);
    const fresher: TimedCondition = {
      type: 'Progressing',
      status: 'True',
      lastUpdateTime: now,
      lastTransitionTime: known?.status === 'True' ? known.lastTransitionTime : now,
      reason: 'ReplicaSetUpdated',
      message: `${who} is progressing.`,
    };
    return [...conditions.filter((condition) => condition.type !== 'Progressing'), fresher];
  }
  if (progressTimedOut(known, deployment, nowMs)) {
    const late = `${who} has timed out progressing.`;
    return setCondition(conditions, 'Progressing', 'False', 'ProgressDeadlineExceeded', late, nowMs);
  }
  return conditions;
}

/**
 * Milliseconds until an unfinished rollout counts as stuck; undefined if none is running (Kubernetes 1.37,
 * pkg/controller/deployment, progress.go, `requeueStuckDeployment`).
 */
export function progressDeadlineInMs(deployment: Deployment, nowMs: number): number | undefined {
  const known = deployment.status?.conditions?.find((condition) => condition.type === 'Progressing');
  if (!known?.lastUpdateTime || known.status !== 'True' || known.reason === 'NewReplicaSetAvailable') {
    return undefined;
  }
  const deadlineMs =
    Date.parse(known.lastUpdateTime) + (deployment.spec.progressDeadlineSeconds ?? 600) * 1000;
  return Math.max(0, deadlineMs - nowMs) + 1000;
}

function progressTimedOut(known: TimedCondition | undefined, deployment: Deployment, nowMs: number): boolean {
  if (!known?.lastUpdateTime || known.reason === 'NewReplicaSetAvailable') return false;
  if (known.reason === 'ProgressDeadlineExceeded') return true;
  const deadlineMs =
    Date.parse(known.lastUpdateTime) + (deployment.spec.progressDeadlineSeconds ?? 600) * 1000;
  return nowMs > deadlineMs;
}

function withFailure(
  conditions: TimedCondition[],
  sets: readonly ReplicaSet[],
  nowMs: number,
): TimedCondition[] {
  const failure = sets
    .flatMap((set) => set.status?.conditions ?? [])
    .find((condition) => condition.type === 'ReplicaFailure');
  if (!failure) return conditions.filter((condition) => condition.type !== 'ReplicaFailure');
  const { reason = '', message = '' } = failure;
  return setCondition(conditions, 'ReplicaFailure', 'True', reason, message, nowMs);
}
