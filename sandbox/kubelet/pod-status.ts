import type { ContainerRun, Ended, PodRun } from '@/sandbox/kubelet/pod-run';
import { toKubeTime } from '@/server/lib/time/clock';
import type { Condition, ContainerState, ContainerStatus, PodPhase, PodStatus } from '@/server/objects/types';

/**
 * The status a kubelet writes for a pod, from the previous one; conditions keep their times while they are
 * unchanged.
 */
export function podStatus(
  run: PodRun,
  before: PodStatus | undefined,
  hostIp: string | undefined,
  nowMs: number,
): PodStatus {
  const main = run.containers.filter((container) => container.role !== 'init');
  const init = run.containers.filter((container) => container.role !== 'main');
  const phase = phaseOf(run);
  const ready = phase === 'Running' && main.every(isReady);
  const finished = phase === 'Succeeded';
  const initialized = run.containers.every(
    (container) => container.role !== 'init' || container.phase.kind === 'ended',
  );
  const unready: Partial<Condition> = finished
    ? { reason: 'PodCompleted' }
    : phase === 'Failed'
      ? { reason: 'PodFailed' }
      : {
          reason: 'ContainersNotReady',
          message: `containers with unready status: [${main
            .filter((container) => container.role === 'main' && !isReady(container))
            .map((container) => container.name)
            .join(' ')}]`,
        };
  const condition = (type: string, holds: boolean, why: Partial<Condition>): Condition => {
    const known = before?.conditions?.find((each) => each.type === type);
    const status = holds ? 'True' : 'False';
    return {
      type,
      status,
      lastProbeTime: null,
      lastTransitionTime: known?.status === status ? known.lastTransitionTime : toKubeTime(nowMs),
      ...(holds ? {} : why),
    };
  };
  const scheduled = before?.conditions?.find((each) => each.type === 'PodScheduled');
  const statuses = (containers: ContainerRun[]) =>
    containers.map((each) => containerStatus(run, each, initialized));
  const started = run.containers.some((container) => container.phase.kind !== 'creating');
  return {
    phase,
    ...(run.pod.metadata.generation !== undefined && { observedGeneration: run.pod.metadata.generation }),
    ...(run.outcome?.reason && { reason: run.outcome.reason }),
    ...(run.outcome?.message && { message: run.outcome.message }),
    conditions: [
      ...(run.preempted || run.outcome?.reason === 'Evicted' ? [disruption(run, nowMs)] : []),
      condition('Ready', ready, unready),
      condition('ContainersReady', ready, unready),
      condition('Initialized', initialized, {
        reason: 'ContainersNotInitialized',
        message: 'containers with incomplete status',
      }),
      ...(scheduled ? [scheduled] : []),
      ...resizeConditions(run, before, nowMs),
    ],
    ...(hostIp && { hostIP: hostIp, hostIPs: [{ ip: hostIp }] }),
    ...(started && { podIP: run.podIp, podIPs: [{ ip: run.podIp }] }),
    startTime: toKubeTime(run.admittedAtMs),
    ...(init.length > 0 && { initContainerStatuses: statuses(init) }),
    containerStatuses: statuses(run.containers.filter((container) => container.role === 'main')),
    ...(before?.qosClass && { qosClass: before.qosClass }),
  };
}

function phaseOf(run: PodRun): PodPhase {
  if (run.outcome) return run.outcome.phase;
  const main = run.containers.filter((container) => container.role === 'main');
  return main.some((container) => container.phase.kind === 'creating') ? 'Pending' : 'Running';
}

function isReady(container: ContainerRun): boolean {
  return container.phase.kind === 'running' && container.phase.ready;
}

function containerStatus(run: PodRun, container: ContainerRun, initialized: boolean): ContainerStatus {
  const { phase, allocated, actual } = container;
  const hasRun = phase.kind !== 'creating';
  return {
    name: container.name,
    state: stateOf(run, container, initialized),
    lastState: lastStateOf(container),
    ready: isReady(container) || (container.role === 'init' && container.ended?.exitCode === 0),
    restartCount: container.restartCount,
    image: container.image,
    imageID: '',
    ...(hasRun && { containerID: containerId(run, container) }),
    started: phase.kind === 'running',
    ...(run.kubelet.resizes && allocated.requests && { allocatedResources: { ...allocated.requests } }),
    ...(run.kubelet.resizes && hasRun && (actual.requests || actual.limits) && { resources: { ...actual } }),
  };
}

export function containerId(run: PodRun, container: ContainerRun): string {
  const life = container.restartCount > 0 ? `-${container.restartCount}` : '';
  return `sandbox://${run.uid}/${container.name}${life}`;
}

function stateOf(run: PodRun, container: ContainerRun, initialized: boolean): ContainerState {
  const { phase, ended } = container;
  switch (phase.kind) {
    case 'creating':
      return {
        waiting: {
          reason: initialized || container.role === 'init' ? 'ContainerCreating' : 'PodInitializing',
        },
      };
    case 'running':
      return { running: { startedAt: toKubeTime(phase.startedAtMs) } };
    case 'restarting': {
      if (phase.delayMs === 0 && ended) return { terminated: terminated(ended) };
      const { name, namespace } = run.pod.metadata;
      const where = `container=${container.name} pod=${name}_${namespace}(${run.uid})`;
      const message = `back-off ${duration(phase.delayMs)} restarting failed ${where}`;
      return { waiting: { reason: 'CrashLoopBackOff', message } };
    }
    case 'ended':
      return ended ? { terminated: terminated(ended) } : {};
  }
}

function lastStateOf(container: ContainerRun): ContainerState {
  const { phase, ended, endedBefore } = container;
  const shownAsState = phase.kind === 'ended' || (phase.kind === 'restarting' && phase.delayMs === 0);
  const last = shownAsState ? endedBefore : ended;
  return last ? { terminated: terminated(last) } : {};
}

function terminated(ended: Ended): NonNullable<ContainerState['terminated']> {
  // Of a container that is gone a kubelet tells no time and no identity.
  if (ended.reason === 'ContainerStatusUnknown')
    return {
      exitCode: ended.exitCode,
      reason: ended.reason,
      message: 'The container could not be located when the pod was terminated',
    };
  return {
    exitCode: ended.exitCode,
    reason: ended.reason,
    startedAt: toKubeTime(ended.startedAtMs),
    finishedAt: toKubeTime(ended.finishedAtMs),
    containerID: ended.containerId,
  };
}

/** Go's form of a duration in whole seconds: 10s, 1m20s, 5m0s. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

function disruption(run: PodRun, nowMs: number): Condition {
  return {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: toKubeTime(nowMs),
    reason: 'TerminationByKubelet',
    message: run.outcome?.message ?? '',
  };
}

function resizeConditions(run: PodRun, before: PodStatus | undefined, nowMs: number): Condition[] {
  const observedGeneration = run.pod.metadata.generation;
  const make = (type: string, reason: string | undefined, message: string | undefined): Condition => {
    const known = before?.conditions?.find((each) => each.type === type);
    return {
      type,
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: known?.lastTransitionTime ?? toKubeTime(nowMs),
      ...(reason && { reason }),
      ...(message && { message }),
      ...(observedGeneration !== undefined && { observedGeneration }),
    };
  };
  const conditions: Condition[] = [];
  if (run.pending?.verdict) {
    conditions.push(make('PodResizePending', run.pending.verdict.reason, run.pending.verdict.message));
  }
  if (run.actuation) {
    const { error } = run.actuation;
    conditions.push(make('PodResizeInProgress', error ? 'Error' : undefined, error));
  }
  return conditions;
}
