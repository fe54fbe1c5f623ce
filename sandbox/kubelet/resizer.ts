import { type LifecycleNote, restartForResize } from '@/sandbox/kubelet/lifecycle';
import { type ContainerRun, type PodRun, usageOf } from '@/sandbox/kubelet/pod-run';
import {
  changedResources,
  compareResizes,
  desiredResources,
  judgeResize,
  memoryLimitObstacle,
  needsRestart,
  type ResizeCandidate,
  refusedResize,
  resourcesDiffer,
  totalRequest,
} from '@/sandbox/kubelet/resize';
import { amounts, type Request } from '@/sandbox/scheduler/pod-requests';

/** The kubelet's events about resizes. */
export interface ResizeNote {
  readonly run: PodRun;
  readonly type: 'Normal' | 'Warning';
  readonly reason:
    | 'ResizeDeferred'
    | 'ResizeInfeasible'
    | 'ResizeStarted'
    | 'ResizeCompleted'
    | 'ResizeError';
  readonly message: string;
}

interface ResizeTell {
  note(note: ResizeNote): void;
  lifecycle(run: PodRun, note: LifecycleNote): void;
}

/** Time between granting a resize and applying it. */
const ACTUATION_MS = 1000;
const RETRY_MS = 15_000;

/** Notices the resize in a changed spec: a new one to try, or none any more. */
export function noticeSpec(run: PodRun, nowMs: number): void {
  const wanted = desiredResources(run.pod);
  const differs = run.containers.some((container) => {
    const desired = wanted.get(container.name);
    return desired !== undefined && resourcesDiffer(desired, container.allocated);
  });
  if (!differs && !run.pending) return;
  run.pending = differs ? { sinceMs: nowMs } : undefined;
  run.changed = true;
}

/** Tries the pending resizes of one node, then applies what was granted. */
export function resizePods(
  runs: readonly PodRun[],
  allocatable: Request,
  nowMs: number,
  tell: ResizeTell,
): void {
  const pending = runs
    .filter((run) => run.pending && run.pending.verdict?.reason !== 'Infeasible' && isLive(run))
    .map((run) => ({ run, candidate: candidateOf(run) }))
    .sort((one, other) => compareResizes(one.candidate, other.candidate));
  for (const { run } of pending) tryResize(run, runs, allocatable, nowMs, tell);
  for (const run of runs) {
    if (run.actuation && run.actuation.dueMs <= nowMs && isLive(run)) actuate(run, nowMs, tell);
  }
}

function isLive(run: PodRun): boolean {
  return !run.outcome && run.stopAtMs === undefined;
}

function candidateOf(run: PodRun): ResizeCandidate {
  const desired = totalRequest(desiredResources(run.pod).values());
  const allocated = allocatedOf(run);
  return {
    raisesRequests: desired.cpu > allocated.cpu || desired.memory > allocated.memory,
    priority: run.pod.spec.priority ?? 0,
    qosClass: run.pod.status?.qosClass ?? 'BestEffort',
    sinceMs: run.pending?.sinceMs ?? 0,
  };
}

function allocatedOf(run: PodRun): Request {
  const lasting = run.containers.filter((container) => container.role !== 'init');
  return totalRequest(lasting.map((container) => container.allocated));
}

function tryResize(
  run: PodRun,
  neighbours: readonly PodRun[],
  allocatable: Request,
  nowMs: number,
  tell: ResizeTell,
): void {
  const wanted = desiredResources(run.pod);
  const others = { cpu: 0, memory: 0 };
  for (const other of neighbours) {
    if (other === run || other.outcome) continue;
    const allocated = allocatedOf(other);
    others.cpu += allocated.cpu;
    others.memory += allocated.memory;
  }
  const allocated = new Map(run.containers.map((container) => [container.name, container.allocated]));
  const refused = refusedResize(run.pod, allocated, run.kubelet.settings ?? {});
  const verdict = refused
    ? { kind: 'waits' as const, ...refused }
    : judgeResize(totalRequest(wanted.values()), allocatedOf(run), others, allocatable);
  if (verdict.kind === 'waits') {
    const { reason, message } = verdict;
    const known = run.pending?.verdict;
    if (known?.reason === reason && known.message === message) return;
    if (known?.reason !== reason) {
      const event = reason === 'Deferred' ? 'ResizeDeferred' : 'ResizeInfeasible';
      const text = `Pod resize ${reason}: ${describe(run, message)}`;
      tell.note({ run, type: 'Warning', reason: event, message: text });
    }
    run.pending = { sinceMs: run.pending?.sinceMs ?? nowMs, verdict: { reason, message } };
    run.changed = true;
    return;
  }
  for (const container of run.containers) {
    const desired = wanted.get(container.name);
    if (desired) container.allocated = desired;
  }
  run.pending = undefined;
  run.actuation = { dueMs: nowMs + ACTUATION_MS };
  run.changed = true;
  tell.note({
    run,
    type: 'Normal',
    reason: 'ResizeStarted',
    message: `Pod resize started: ${describe(run)}`,
  });
}

/** Gives the containers what they were granted: reductions first, restarts if the policy says so. */
function actuate(run: PodRun, nowMs: number, tell: ResizeTell): void {
  const due = run.containers.filter((container) => resourcesDiffer(container.allocated, container.actual));
  due.sort((one, other) => growth(one) - growth(other));
  for (const container of due) {
    const changed = changedResources(container.allocated, container.actual);
    if (needsRestart(run.pod, container.name, changed)) {
      restartForResize(run, container, nowMs, (note) => tell.lifecycle(run, note));
    } else {
      const usedBytes = usageOf(container, nowMs)?.memoryBytes ?? 0;
      const lowered = limitOf(container.allocated.limits) < limitOf(container.actual.limits);
      const obstacle = lowered ? memoryLimitObstacle(usedBytes, container.allocated) : undefined;
      if (obstacle) {
        fail(run, obstacle, nowMs, tell);
        return;
      }
    }
    container.actual = container.allocated;
  }
  run.actuation = undefined;
  run.changed = true;
  tell.note({
    run,
    type: 'Normal',
    reason: 'ResizeCompleted',
    message: `Pod resize completed: ${describe(run)}`,
  });
}

function fail(run: PodRun, error: string, nowMs: number, tell: ResizeTell): void {
  if (run.actuation?.error !== error) {
    if (!run.actuation?.error) {
      tell.note({
        run,
        type: 'Warning',
        reason: 'ResizeError',
        message: `Pod resize error: ${describe(run, error)}`,
      });
    }
    run.changed = true;
  }
  run.actuation = { dueMs: nowMs + RETRY_MS, error };
}

function limitOf(limits: ContainerRun['actual']['limits']): number {
  return limits?.memory === undefined ? Number.POSITIVE_INFINITY : amounts(limits).memory;
}

function growth(container: ContainerRun): number {
  return amounts(container.allocated.requests).memory - amounts(container.actual.requests).memory;
}

function describe(run: PodRun, error?: string): string {
  const containers = [...desiredResources(run.pod)].map(([name, resources]) => ({ name, resources }));
  const { generation } = run.pod.metadata;
  return JSON.stringify({
    containers,
    ...(generation !== undefined && { generation }),
    ...(error && { error }),
  });
}
