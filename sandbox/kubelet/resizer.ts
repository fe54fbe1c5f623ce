import { type LifecycleNote, restartForResize } from '@/sandbox/kubelet/lifecycle';
import { isCritical, type NodeState, nodeObstacle, WELL } from '@/sandbox/kubelet/node-state';
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
import { hasPartOfByte } from '@/server/objects/quantity';

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
  /** A neighbour is ended to make room for a critical pod. */
  preempt(run: PodRun): void;
  lifecycle(run: PodRun, note: LifecycleNote): void;
}

/** Time between granting a resize and applying it. */
const ACTUATION_MS = 1000;
const RETRY_MS = 15_000;
/**
 * How often what was deferred is tried again while nothing on the node changes (Kubernetes 1.37,
 * pkg/kubelet/allocation, allocation_manager.go, `retryDelay`).
 */
const DEFERRED_RETRY_MS = 180_000;

/** Notices the resize in a changed spec: a new one to try, or none any more. */
export function noticeSpec(run: PodRun, nowMs: number): void {
  const wanted = desiredResources(run.pod);
  const differs = run.containers.some((container) => {
    const desired = wanted.get(container.name);
    return desired !== undefined && resourcesDiffer(desired, container.allocated);
  });
  if (!differs && run.actuation?.isEndless && !statesPartOfByte(run)) run.actuation = { dueMs: nowMs };
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
  node: NodeState = WELL,
): void {
  // While pods are ended to make room the kubelet does nothing else.
  if (runs.some((run) => run.preempted && !run.outcome)) return;
  const beside = runningOn(runs);
  const pending = runs
    .filter((run) => run.pending && run.pending.verdict?.reason !== 'Infeasible' && isLive(run))
    .filter(({ pending: { triedMs, triedBeside } = {} }) => isDue({ triedMs, triedBeside }, beside, nowMs))
    .map((run) => ({ run, candidate: candidateOf(run) }))
    .sort((one, other) => compareResizes(one.candidate, other.candidate));
  for (const { run } of pending) tryResize(run, { runs, allocatable, node, beside }, nowMs, tell);
  for (const run of runs) {
    if (run.actuation && run.actuation.dueMs <= nowMs && isLive(run)) actuate(run, nowMs, tell);
  }
}

/** What runs on a node, as far as it is in force: at a change, what was deferred is tried again at once. */
function runningOn(runs: readonly PodRun[]): string {
  return runs
    .filter((run) => !run.outcome)
    .map(({ uid, containers }) => {
      const { cpu, memory } = totalRequest(containers.map(({ actual }) => actual));
      return `${uid} ${cpu} ${memory}`;
    })
    .join(', ');
}

function isDue(
  { triedMs, triedBeside }: { triedMs: number | undefined; triedBeside: string | undefined },
  beside: string,
  nowMs: number,
): boolean {
  return triedMs === undefined || triedBeside !== beside || nowMs >= triedMs + DEFERRED_RETRY_MS;
}

/** The node that a resize is tried on, with all that runs there. */
interface Place {
  readonly runs: readonly PodRun[];
  readonly allocatable: Request;
  readonly node: NodeState;
  readonly beside: string;
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
  { runs: neighbours, allocatable, node, beside }: Place,
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
  const blocked = refused ? undefined : nodeObstacle(run.pod, node);
  const asked = totalRequest(wanted.values());
  const verdict = refused
    ? { kind: 'waits' as const, ...refused }
    : blocked !== undefined
      ? { kind: 'waits' as const, reason: 'Deferred' as const, message: blocked }
      : judgeResize(asked, allocatedOf(run), others, allocatable);
  if (verdict.kind === 'waits') {
    if (verdict.reason === 'Deferred' && blocked === undefined && isCritical(run.pod)) {
      const victims = victimsFor(run, neighbours, {
        cpu: asked.cpu + others.cpu - allocatable.cpu,
        memory: asked.memory + others.memory - allocatable.memory,
      });
      for (const victim of victims) tell.preempt(victim);
      if (victims.length > 0) return;
    }
    const { reason, message } = verdict;
    const known = run.pending?.verdict;
    const tried = { triedMs: nowMs, triedBeside: beside };
    if (known?.reason === reason && known.message === message) {
      run.pending = { sinceMs: run.pending?.sinceMs ?? nowMs, verdict: known, ...tried };
      return;
    }
    if (known?.reason !== reason) {
      const event = reason === 'Deferred' ? 'ResizeDeferred' : 'ResizeInfeasible';
      const text = `Pod resize ${reason}: ${describe(run, message)}`;
      tell.note({ run, type: 'Warning', reason: event, message: text });
    }
    run.pending = { sinceMs: run.pending?.sinceMs ?? nowMs, verdict: { reason, message }, ...tried };
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

const QOS_ENDED: Readonly<Record<string, number>> = { BestEffort: 0, Burstable: 1, Guaranteed: 2 };

/**
 * Whom a kubelet ends for a critical pod: Burstable before Guaranteed, then the smaller memory request; priority does
 * not count. Nobody if all together are not enough (Kubernetes 1.37, pkg/kubelet/preemption, preemption.go,
 * `getPodsToPreempt`).
 */
function victimsFor(run: PodRun, neighbours: readonly PodRun[], missing: Request): PodRun[] {
  const rank = ({ pod }: PodRun) => QOS_ENDED[pod.status?.qosClass ?? 'BestEffort'] ?? 0;
  const others = neighbours
    .filter((one) => one !== run && isLive(one) && !isCritical(one.pod))
    .sort((a, b) => rank(a) - rank(b) || allocatedOf(a).memory - allocatedOf(b).memory);
  const chosen: PodRun[] = [];
  const left = { ...missing };
  for (const one of others) {
    if (left.cpu <= 0 && left.memory <= 0) break;
    const { cpu, memory } = allocatedOf(one);
    const helps = (left.cpu > 0 && cpu > 0) || (left.memory > 0 && memory > 0);
    if (!helps) continue;
    chosen.push(one);
    left.cpu -= cpu;
    left.memory -= memory;
  }
  return left.cpu <= 0 && left.memory <= 0 ? chosen : [];
}

/** Gives the containers what they were granted: reductions first, restarts if the policy says so. */
function actuate(run: PodRun, nowMs: number, tell: ResizeTell): void {
  const due = run.containers.filter((container) => resourcesDiffer(container.allocated, container.actual));
  due.sort((one, other) => growth(one) - growth(other));
  // Memory comes wholly before CPU: while a limit is blocked, no CPU of the pod is written.
  const obstacle = due.map((container) => blockOf(run, container, nowMs)).find((one) => one !== undefined);
  if (obstacle !== undefined) {
    fail(run, obstacle, nowMs, tell);
    return;
  }
  for (const container of due) {
    const changed = changedResources(container.allocated, container.actual);
    if (needsRestart(run.pod, container.name, changed)) {
      restartForResize(run, container, nowMs, (note) => tell.lifecycle(run, note));
    }
    container.actual = container.allocated;
  }
  run.changed = true;
  if (statesPartOfByte(run)) {
    run.actuation = { dueMs: Number.POSITIVE_INFINITY, isEndless: true };
    return;
  }
  run.actuation = undefined;
  tell.note({
    run,
    type: 'Normal',
    reason: 'ResizeCompleted',
    message: `Pod resize completed: ${describe(run)}`,
  });
}

/**
 * All is in force, but what was written in whole bytes is compared with the exact amount for ever, so the resize never
 * ends (seen from a real kubelet 1.37.2).
 */
function statesPartOfByte({ pod }: PodRun): boolean {
  return [...desiredResources(pod).values()].some(
    ({ requests, limits }) => hasPartOfByte(requests?.memory) || hasPartOfByte(limits?.memory),
  );
}

/** Why the memory limit of a container cannot be lowered now; undefined if it can, or stays. */
function blockOf(run: PodRun, container: ContainerRun, nowMs: number): string | undefined {
  const { allocated, actual } = container;
  if (needsRestart(run.pod, container.name, changedResources(allocated, actual))) return undefined;
  if (limitOf(allocated.limits) >= limitOf(actual.limits)) return undefined;
  const usedBy = (one: ContainerRun) => usageOf(one, nowMs)?.memoryBytes ?? 0;
  const ofPod = run.containers.reduce((sum, one) => sum + usedBy(one), 0);
  return memoryLimitObstacle(container.name, allocated, { own: usedBy(container), ofPod });
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
