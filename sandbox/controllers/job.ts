import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { watchOwned } from '@/sandbox/controllers/owner-watch';
import { hasFinished, isActive, isReady, type PodNames, podFrom } from '@/sandbox/controllers/pods';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { type Job, type JobStatus, splitKey } from '@/sandbox/controllers/workload-types';
import { toKubeTime } from '@/server/lib/time/clock';
import type { Condition, Pod } from '@/server/objects/types';

const RESOURCE = 'jobs.batch';
const SOURCE = { component: 'job-controller' };
const TRACKING = 'batch.kubernetes.io/job-tracking';
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 6 * 60_000;

/** Runs pods until enough of them have succeeded or too many have failed. */
export function startJobs(plane: ControlPlane, names: PodNames): Running {
  const { registry, clock } = plane;
  const queue = new WorkQueue(clock, plane.log, async (key) => {
    const job = registry.get<Job>(RESOURCE, ...splitKey(key));
    if (!job || job.metadata.deletionTimestamp) {
      releasePodsOf(plane, key);
      return;
    }
    const waitMs = await reconcile(plane, names, job);
    if (waitMs !== undefined) queue.addAfter(key, waitMs);
  });
  const unwatch = watchOwned(registry, RESOURCE, 'Job', 'pods', (key) => queue.add(key));
  return {
    stop: () => {
      unwatch();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

/** Returns when the Job must be checked again, if at all. */
async function reconcile(plane: ControlPlane, names: PodNames, job: Job): Promise<number | undefined> {
  const nowMs = plane.clock.now();
  const pods = [...plane.registry.ownedBy<Pod>('pods', job.metadata.uid ?? '')];
  const verdict = job.status?.conditions?.find((condition) => condition.status === 'True');
  if (verdict) {
    for (const pod of pods) release(plane, pod);
    return expire(plane, job, nowMs);
  }
  const ended = pods.filter((pod) => hasFinished(pod) && pod.metadata.finalizers?.includes(TRACKING));
  const succeeded = (job.status?.succeeded ?? 0) + ended.filter(hasSucceeded).length;
  const failed = (job.status?.failed ?? 0) + ended.filter((pod) => !hasSucceeded(pod)).length;
  const active = pods.filter(isActive);
  const condition = conclude(job, succeeded, failed, active.length, nowMs);
  writeStatus(plane, job, { succeeded, failed, active: condition ? [] : active }, condition, nowMs);
  for (const pod of ended) release(plane, pod);
  if (condition) {
    finish(plane, job, condition, active);
    return expire(plane, job, nowMs);
  }
  if (job.spec.suspend) {
    for (const pod of active) deletePod(plane, job, pod);
    return undefined;
  }
  const backOffMs = failed === 0 ? 0 : retryInMs(ended, failed, nowMs);
  const missing = missingPods(job, succeeded, active.length);
  if (missing > 0 && backOffMs > 0) return backOffMs;
  for (let count = 0; count < missing; count++) await createPod(plane, names, job);
  if (missing > 0) writeActive(plane, job);
  return deadlineInMs(job, nowMs);
}

function hasSucceeded(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded';
}

function missingPods(job: Job, succeeded: number, active: number): number {
  const parallelism = job.spec.parallelism ?? 1;
  if (job.spec.completions === undefined) return succeeded > 0 ? 0 : parallelism - active;
  return Math.min(parallelism, job.spec.completions - succeeded) - active;
}

function retryInMs(ended: readonly Pod[], failed: number, nowMs: number): number {
  const lastMs = Math.max(0, ...ended.map(endedAtMs));
  if (lastMs === 0) return 0;
  const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failed - 1));
  return Math.max(0, lastMs + delayMs - nowMs);
}

function endedAtMs(pod: Pod): number {
  const times = (pod.status?.containerStatuses ?? []).map((status) =>
    Date.parse(status.state?.terminated?.finishedAt ?? ''),
  );
  return Math.max(0, ...times.filter(Number.isFinite));
}

function conclude(
  job: Job,
  succeeded: number,
  failed: number,
  active: number,
  nowMs: number,
): Condition | undefined {
  const now = toKubeTime(nowMs);
  const failure = (reason: string, message: string): Condition => ({
    type: 'Failed',
    status: 'True',
    lastProbeTime: now,
    lastTransitionTime: now,
    reason,
    message,
  });
  if (failed > (job.spec.backoffLimit ?? 6)) {
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  if (deadlineInMs(job, nowMs) === 0) {
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
  }
  const { completions } = job.spec;
  const complete = completions === undefined ? succeeded > 0 && active === 0 : succeeded >= completions;
  if (!complete) return undefined;
  return { type: 'Complete', status: 'True', lastProbeTime: now, lastTransitionTime: now };
}

function deadlineInMs(job: Job, nowMs: number): number | undefined {
  const { activeDeadlineSeconds } = job.spec;
  if (activeDeadlineSeconds === undefined || !job.status?.startTime) return undefined;
  return Math.max(0, Date.parse(job.status.startTime) + activeDeadlineSeconds * 1000 - nowMs);
}

function writeStatus(
  plane: ControlPlane,
  job: Job,
  counts: { succeeded: number; failed: number; active: readonly Pod[] },
  condition: Condition | undefined,
  nowMs: number,
): void {
  const ready = counts.active.filter(isReady).length;
  const { namespace, name } = job.metadata;
  plane.registry.mutate<Job>(
    RESOURCE,
    namespace,
    name,
    (draft) => {
      const before = draft.status ?? {};
      const status: JobStatus = {
        ...(before.conditions && { conditions: before.conditions }),
        startTime: before.startTime ?? toKubeTime(nowMs),
        ...(counts.active.length > 0 && { active: counts.active.length }),
        ...(ready > 0 && { ready }),
        ...(counts.succeeded > 0 && { succeeded: counts.succeeded }),
        ...(counts.failed > 0 && { failed: counts.failed }),
        uncountedTerminatedPods: {},
      };
      if (condition) {
        status.conditions = [...(before.conditions ?? []), condition];
        if (condition.type === 'Complete') status.completionTime = toKubeTime(nowMs);
      }
      draft.status = status;
    },
    { subresource: 'status' },
  );
}

function writeActive(plane: ControlPlane, job: Job): void {
  const active = [...plane.registry.ownedBy<Pod>('pods', job.metadata.uid ?? '')].filter(isActive);
  plane.registry.mutate<Job>(
    RESOURCE,
    job.metadata.namespace,
    job.metadata.name,
    (draft) => {
      if (draft.status && active.length > 0) draft.status.active = active.length;
    },
    { subresource: 'status' },
  );
}

function finish(plane: ControlPlane, job: Job, condition: Condition, active: readonly Pod[]): void {
  const complete = condition.type === 'Complete';
  plane.events.write(SOURCE, {
    object: job,
    type: complete ? 'Normal' : 'Warning',
    reason: complete ? 'Completed' : (condition.reason ?? 'Failed'),
    message: complete ? 'Job completed' : (condition.message ?? ''),
  });
  for (const pod of active) deletePod(plane, job, pod);
}

/** Deletes a finished Job after its time to live. */
function expire(plane: ControlPlane, job: Job, nowMs: number): number | undefined {
  const { ttlSecondsAfterFinished: ttl } = job.spec;
  if (ttl === undefined) return undefined;
  const verdict = job.status?.conditions?.find((condition) => condition.status === 'True');
  const finishedMs = Date.parse(verdict?.lastTransitionTime ?? '') || nowMs;
  const leftMs = finishedMs + ttl * 1000 - nowMs;
  if (leftMs > 0) return leftMs;
  plane.registry.delete(RESOURCE, job.metadata.namespace, job.metadata.name, {
    propagationPolicy: 'Background',
  });
  return undefined;
}

async function createPod(plane: ControlPlane, names: PodNames, job: Job): Promise<void> {
  const pod = podFrom(job, job.spec.template, names.next(job));
  pod.metadata.finalizers = [TRACKING];
  try {
    const created = await plane.registry.create('pods', pod);
    const message = `Created pod: ${created.metadata.name}`;
    plane.events.write(SOURCE, { object: job, type: 'Normal', reason: 'SuccessfulCreate', message });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = `Error creating: ${error.message}`;
    plane.events.write(SOURCE, { object: job, type: 'Warning', reason: 'FailedCreate', message });
    throw error;
  }
}

function deletePod(plane: ControlPlane, job: Job, pod: Pod): void {
  const { namespace, name, uid } = pod.metadata;
  plane.registry.delete('pods', namespace, name, { uid });
  const message = `Deleted pod: ${name}`;
  plane.events.write(SOURCE, { object: job, type: 'Normal', reason: 'SuccessfulDelete', message });
}

/** Releases a counted pod: without the finalizer it can be deleted. */
function release(plane: ControlPlane, pod: Pod): void {
  if (!pod.metadata.finalizers?.includes(TRACKING)) return;
  plane.registry.mutate<Pod>('pods', pod.metadata.namespace, pod.metadata.name, (draft) => {
    draft.metadata.finalizers = draft.metadata.finalizers?.filter((finalizer) => finalizer !== TRACKING);
  });
}

/** Pods of a Job that is gone or terminating need not be counted any more. */
function releasePodsOf(plane: ControlPlane, key: string): void {
  const [namespace, name] = splitKey(key);
  for (const pod of [...plane.registry.list<Pod>('pods', namespace)]) {
    const owner = pod.metadata.ownerReferences?.find((reference) => reference.controller);
    if (owner?.kind === 'Job' && owner.name === name) release(plane, pod);
  }
}
