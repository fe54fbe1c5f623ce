import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { parseCron } from '@/sandbox/controllers/cron-schedule';
import { watchOwned } from '@/sandbox/controllers/owner-watch';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { type CronJob, type Job, ownedByController, splitKey } from '@/sandbox/controllers/workload-types';
import { toKubeTime } from '@/server/lib/time/clock';

const RESOURCE = 'cronjobs.batch';
const SOURCE = { component: 'cronjob-controller' };
const SCHEDULED_AT = 'batch.kubernetes.io/cronjob-scheduled-timestamp';
const MINUTE_MS = 60_000;

/** Creates Jobs on schedule, and removes old ones. */
export function startCronJobs(plane: ControlPlane): Running {
  const { registry, clock } = plane;
  const queue = new WorkQueue(clock, plane.log, async (key) => {
    const cron = registry.get<CronJob>(RESOURCE, ...splitKey(key));
    if (!cron || cron.metadata.deletionTimestamp) return;
    const waitMs = await reconcile(plane, cron);
    if (waitMs !== undefined) queue.addAfter(key, waitMs);
  });
  const unwatch = watchOwned(registry, RESOURCE, 'CronJob', 'jobs.batch', (key) => queue.add(key));
  return {
    stop: () => {
      unwatch();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

/** Returns the time until the next run is due. */
async function reconcile(plane: ControlPlane, cron: CronJob): Promise<number | undefined> {
  const nowMs = plane.clock.now();
  const jobs = [...plane.registry.ownedBy<Job>('jobs.batch', cron.metadata.uid ?? '')];
  forgetOld(plane, cron, jobs);
  const schedule = parseCron(cron.spec.schedule, cron.spec.timeZone);
  if (!schedule) {
    const zone = cron.spec.timeZone ? ` in time zone ${cron.spec.timeZone}` : '';
    const message = `unparseable schedule: ${cron.spec.schedule}${zone}`;
    plane.events.write(SOURCE, { object: cron, type: 'Warning', reason: 'UnparseableSchedule', message });
    return undefined;
  }
  const sinceMs = Date.parse(cron.status?.lastScheduleTime ?? cron.metadata.creationTimestamp ?? '');
  let dueMs: number | undefined;
  let nextMs = schedule.nextRunMs(Math.max(sinceMs, nowMs - 100 * MINUTE_MS));
  while (nextMs !== undefined && nextMs <= nowMs) {
    dueMs = nextMs;
    nextMs = schedule.nextRunMs(nextMs);
  }
  const active = jobs.filter((job) => !isDone(job));
  const started =
    dueMs !== undefined && !cron.spec.suspend ? await run(plane, cron, active, dueMs) : undefined;
  writeStatus(plane, cron, started ? dueMs : undefined);
  return nextMs === undefined ? undefined : nextMs - nowMs;
}

function isDone(job: Job): boolean {
  return job.status?.conditions?.some((condition) => condition.status === 'True') ?? false;
}

async function run(
  plane: ControlPlane,
  cron: CronJob,
  active: readonly Job[],
  dueMs: number,
): Promise<Job | undefined> {
  const { concurrencyPolicy } = cron.spec;
  if (concurrencyPolicy === 'Forbid' && active.length > 0) {
    const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
    plane.events.write(SOURCE, { object: cron, type: 'Normal', reason: 'JobAlreadyActive', message });
    return undefined;
  }
  if (concurrencyPolicy === 'Replace') {
    for (const job of active) {
      const { namespace, name } = job.metadata;
      plane.registry.delete('jobs.batch', namespace, name, { propagationPolicy: 'Background' });
    }
  }
  const { jobTemplate } = cron.spec;
  const job: Job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `${cron.metadata.name}-${Math.floor(dueMs / MINUTE_MS)}`,
      namespace: cron.metadata.namespace,
      ...(jobTemplate.metadata?.labels && { labels: { ...jobTemplate.metadata.labels } }),
      annotations: { ...jobTemplate.metadata?.annotations, [SCHEDULED_AT]: toKubeTime(dueMs) },
      ownerReferences: [ownedByController(cron)],
    },
    spec: structuredClone(jobTemplate.spec),
  };
  try {
    const created = await plane.registry.create('jobs.batch', job);
    const message = `Created job ${created.metadata.name}`;
    plane.events.write(SOURCE, { object: cron, type: 'Normal', reason: 'SuccessfulCreate', message });
    return created;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'AlreadyExists') return job;
    throw error;
  }
}

/** Removes finished Jobs beyond the history limits, oldest first. */
function forgetOld(plane: ControlPlane, cron: CronJob, jobs: readonly Job[]): void {
  const ended = (type: string) =>
    jobs
      .filter((job) => job.status?.conditions?.some((each) => each.type === type && each.status === 'True'))
      .sort((one, other) => (one.status?.startTime ?? '').localeCompare(other.status?.startTime ?? ''));
  const limits = [
    [ended('Complete'), cron.spec.successfulJobsHistoryLimit ?? 3],
    [ended('Failed'), cron.spec.failedJobsHistoryLimit ?? 1],
  ] as const;
  for (const [finished, limit] of limits) {
    for (const job of finished.slice(0, Math.max(0, finished.length - limit))) {
      const { namespace, name } = job.metadata;
      plane.registry.delete('jobs.batch', namespace, name, { propagationPolicy: 'Background' });
    }
  }
}

function writeStatus(plane: ControlPlane, cron: CronJob, scheduledMs: number | undefined): void {
  const jobs = [...plane.registry.ownedBy<Job>('jobs.batch', cron.metadata.uid ?? '')];
  const { namespace, name } = cron.metadata;
  const succeeded = jobs
    .map((job) => job.status?.completionTime ?? '')
    .sort()
    .at(-1);
  plane.registry.mutate<CronJob>(
    RESOURCE,
    namespace,
    name,
    (draft) => {
      const active = jobs
        .filter((job) => !isDone(job))
        .map((job) => ({
          kind: 'Job',
          namespace: namespace ?? '',
          name: job.metadata.name,
          uid: job.metadata.uid,
          apiVersion: 'batch/v1',
        }));
      const { active: _before, ...kept } = draft.status ?? {};
      draft.status = {
        ...(active.length > 0 && { active }),
        ...kept,
        ...(scheduledMs !== undefined && { lastScheduleTime: toKubeTime(scheduledMs) }),
        ...(succeeded && { lastSuccessfulTime: succeeded }),
      };
    },
    { subresource: 'status' },
  );
}
