import { backOffAfter } from '@/sandbox/kubelet/crash-back-off';
import { type ContainerRun, type Ended, enforcedOn, type PodRun } from '@/sandbox/kubelet/pod-run';
import { containerId } from '@/sandbox/kubelet/pod-status';
import { readyAtMs } from '@/sandbox/workloads/usage';

/** A change of a container, for the kubelet's events. */
export type LifecycleNote =
  | { readonly kind: 'started'; readonly container: ContainerRun }
  | { readonly kind: 'backing-off'; readonly container: ContainerRun }
  | { readonly kind: 'killing'; readonly container: ContainerRun; readonly message: string };

/** Time between the end of a container and its next start without a back-off. */
const RESTART_MS = 1000;

/** Advances every container of a pod to `nowMs`, each change at its own time. */
export function advance(run: PodRun, nowMs: number, tell: (note: LifecycleNote) => void): void {
  if (run.outcome || nowMs < run.dueMs) return;
  for (const container of run.containers) {
    while (step(run, container, nowMs, tell)) run.changed = true;
  }
  settleOutcome(run);
  run.dueMs = run.containers.reduce((least, { phase }) => Math.min(least, dueOf(phase)), Infinity);
}

/** When time alone changes a container next. */
function dueOf(phase: ContainerRun['phase']): number {
  switch (phase.kind) {
    case 'creating':
    case 'restarting':
      return phase.dueMs;
    case 'running':
      return phase.ready ? phase.endsAtMs : Math.min(phase.readyAtMs, phase.endsAtMs);
    case 'ended':
      return Number.POSITIVE_INFINITY;
  }
}

/** One due change of one container; returns whether there was one. */
function step(
  run: PodRun,
  container: ContainerRun,
  nowMs: number,
  tell: (note: LifecycleNote) => void,
): boolean {
  const { phase } = container;
  switch (phase.kind) {
    case 'creating':
      if (phase.dueMs > nowMs) return false;
      start(container, phase.dueMs, tell);
      return true;
    case 'restarting':
      if (phase.dueMs > nowMs || run.stopAtMs !== undefined) return false;
      container.restartCount++;
      start(container, phase.dueMs, tell);
      return true;
    case 'running': {
      if (phase.endsAtMs <= nowMs) {
        const { exitCode } = container.work.character;
        const reason = exitCode === 0 ? 'Completed' : 'Error';
        end(run, container, exitCode, container.lostProcess ? 'OOMKilled' : reason, phase.endsAtMs, tell);
        return true;
      }
      if (phase.ready || phase.readyAtMs > nowMs) return false;
      container.phase = { ...phase, ready: true };
      return true;
    }
    case 'ended':
      return false;
  }
}

function start(container: ContainerRun, atMs: number, tell: (note: LifecycleNote) => void): void {
  const { character } = container.work;
  container.actual = container.allocated;
  container.cpuSeconds = 0;
  container.throttledSeconds = 0;
  container.waitedSeconds = { cpu: 0, memory: 0 };
  container.lostProcess = undefined;
  container.phase = {
    kind: 'running',
    startedAtMs: atMs,
    readyAtMs: readyAtMs(character, atMs, enforcedOn(container).cpuLimitMillicores),
    endsAtMs:
      character.runSeconds === undefined ? Number.POSITIVE_INFINITY : atMs + character.runSeconds * 1000,
    ready: false,
  };
  tell({ kind: 'started', container });
}

/** Ends a running container; its pod's restart policy decides whether and when it restarts. */
export function end(
  run: PodRun,
  container: ContainerRun,
  exitCode: number,
  reason: Ended['reason'],
  atMs: number,
  tell: (note: LifecycleNote) => void,
): void {
  const { phase } = container;
  if (phase.kind !== 'running') return;
  container.endedBefore = container.ended;
  container.ended = {
    exitCode,
    reason,
    startedAtMs: phase.startedAtMs,
    finishedAtMs: atMs,
    containerId: containerId(run, container),
  };
  run.changed = true;
  run.dueMs = 0;
  if (!restarts(run, container, exitCode)) {
    container.phase = { kind: 'ended' };
    return;
  }
  const { delayMs, state } = backOffAfter(container.backOff, atMs);
  container.backOff = state;
  container.phase = { kind: 'restarting', dueMs: atMs + Math.max(RESTART_MS, delayMs), delayMs };
  if (delayMs > 0) tell({ kind: 'backing-off', container });
}

/** Restarts a container in place, for a resize that requires it. */
export function restartForResize(
  run: PodRun,
  container: ContainerRun,
  atMs: number,
  tell: (note: LifecycleNote) => void,
): void {
  const { phase } = container;
  if (phase.kind !== 'running') return;
  tell({ kind: 'killing', container, message: `Container ${container.name} resize requires restart` });
  container.endedBefore = container.ended;
  container.ended = {
    exitCode: 143,
    reason: 'Error',
    startedAtMs: phase.startedAtMs,
    finishedAtMs: atMs,
    containerId: containerId(run, container),
  };
  container.phase = { kind: 'restarting', dueMs: atMs + RESTART_MS, delayMs: 0 };
  run.changed = true;
  run.dueMs = 0;
}

function restarts(run: PodRun, container: ContainerRun, exitCode: number): boolean {
  if (run.stopAtMs !== undefined) return false;
  switch (container.role) {
    case 'sidecar':
      return true;
    case 'init':
      return exitCode !== 0 && run.pod.spec.restartPolicy !== 'Never';
    case 'main': {
      const policy = run.pod.spec.restartPolicy ?? 'Always';
      return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
    }
  }
}

/** A pod whose main containers have all ended for good has ended too, and its sidecars with it. */
function settleOutcome(run: PodRun): void {
  if (run.stopAtMs !== undefined) return;
  if (run.containers.some(({ role, phase }) => role === 'main' && phase.kind !== 'ended')) return;
  const main = run.containers.filter((container) => container.role === 'main');
  const succeeded = main.every((container) => container.ended?.exitCode === 0);
  const atMs = Math.max(...main.map((container) => container.ended?.finishedAtMs ?? 0));
  for (const container of run.containers) endContainer(run, container, 0, 'Completed', atMs);
  run.outcome = { phase: succeeded ? 'Succeeded' : 'Failed' };
  run.changed = true;
}

/** Ends a container for good, whatever its restart policy. */
export function endContainer(
  run: PodRun,
  container: ContainerRun,
  exitCode: number,
  reason: Ended['reason'],
  atMs: number,
): void {
  if (container.phase.kind === 'running') {
    container.endedBefore = container.ended;
    container.ended = {
      exitCode,
      reason,
      startedAtMs: container.phase.startedAtMs,
      finishedAtMs: atMs,
      containerId: containerId(run, container),
    };
  }
  container.phase = { kind: 'ended' };
  run.dueMs = 0;
}
