import type { CrashBackOff } from '@/sandbox/kubelet/crash-back-off';
import type { Assignment } from '@/sandbox/workloads/assign';
import { type SimulatedUsage, usageAt } from '@/sandbox/workloads/usage';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Container, Pod, ResourceRequirements } from '@/server/objects/types';
import { EPHEMERAL_STORAGE } from '@/server/objects/units';

export interface Ended {
  readonly exitCode: number;
  readonly reason: 'Completed' | 'Error' | 'OOMKilled' | 'ContainerStatusUnknown';
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly containerId: string;
}

/** The state of a container in its life; times in Unix milliseconds of the cluster clock. */
type ContainerPhase =
  | { readonly kind: 'creating'; readonly dueMs: number }
  | {
      readonly kind: 'running';
      readonly startedAtMs: number;
      readonly readyAtMs: number;
      readonly endsAtMs: number;
      readonly ready: boolean;
    }
  | { readonly kind: 'restarting'; readonly dueMs: number; readonly delayMs: number }
  | { readonly kind: 'ended' };

/** `main` containers run the pod, `init` ones come before them, `sidecar`s beside them. */
type ContainerRole = 'main' | 'init' | 'sidecar';

/** The share of the CPU wanted beyond the requests that the node can give: 1 if it has enough. */
export interface NodeCpu {
  excessFactor: number;
}

export interface KubeletAbility {
  /** From 1.33 on; before, it reports no resources, and the API server refuses resizes. */
  resizes: boolean;
  /** What its node's annotation sandbox.plumbline.dev/kubelet says. */
  settings?: KubeletSettings;
  /** What its node has. */
  memoryBytes?: number;
}

/** In the names of the kubelet's configuration. */
export interface KubeletSettings {
  readonly memorySwap?: { readonly swapBehavior?: string };
  readonly cpuManagerPolicy?: string;
  readonly memoryThrottlingFactor?: number;
  readonly singleProcessOOMKill?: boolean;
}

/** The serving pods of one workload, which share its load. */
export interface SharedLoad {
  sharers: number;
  /** All of its pods and those that serve, as they are counted. */
  pods: number;
  serving: number;
}

export interface ContainerRun {
  readonly name: string;
  readonly image: string;
  readonly role: ContainerRole;
  readonly work: Assignment;
  phase: ContainerPhase;
  restartCount: number;
  /** The kernel killed a process of its, and it goes on (`singleProcessOOMKill`). */
  lostProcess?: true | undefined;
  /** The latest termination, and the one before. */
  ended?: Ended;
  endedBefore?: Ended;
  backOff?: CrashBackOff;
  /** The resources the kubelet has granted, and those in force. */
  allocated: ResourceRequirements;
  actual: ResourceRequirements;
  readonly nodeCpu: NodeCpu;
  readonly load: SharedLoad;
  /** What was asked for last: a round asks for the same time several times. */
  wanted?: Wanted;
  /** CPU used since the container started, and time it was throttled. */
  cpuSeconds: number;
  throttledSeconds: number;
  /** Time some task of it waited for CPU, and for memory. */
  waitedSeconds: { cpu: number; memory: number };
}

/** A resize in the spec that the kubelet has not granted; without a verdict it was not tried yet. */
interface PendingResize {
  readonly sinceMs: number;
  readonly verdict?: PendingVerdict;
  /** When it was last tried, and what ran on the node then. */
  readonly triedMs?: number;
  readonly triedBeside?: string;
}

/** A granted resize that is not in force yet; `error` says why the last attempt failed. */
interface Actuation {
  readonly dueMs: number;
  /** All is in force, and its kubelet never finds it so. */
  readonly isEndless?: true;
  readonly error?: string;
}

export interface PendingVerdict {
  readonly reason: 'Deferred' | 'Infeasible';
  readonly message: string;
}

/** The kubelet's state of one pod. */
export interface PodRun {
  pod: Pod;
  readonly uid: string;
  readonly nodeName: string;
  readonly admittedAtMs: number;
  readonly podIp: string;
  readonly kubelet: KubeletAbility;
  readonly containers: ContainerRun[];
  /** When the last container will have stopped after the pod was deleted. */
  stopAtMs?: number;
  pending?: PendingResize;
  actuation?: Actuation;
  /** Set once the pod has ended for good. */
  outcome?: { phase: 'Succeeded' | 'Failed'; reason?: string; message?: string };
  /** Ended to make room for a critical pod. */
  preempted?: true;
  changed: boolean;
  /** When time alone changes one of its containers next; 0 once something else changed one. */
  dueMs: number;
}

/** The limits of a container: millicores and bytes, infinite without a limit. */
interface Enforced {
  readonly cpuLimitMillicores: number;
  readonly cpuRequestMillicores: number;
  readonly memoryLimitBytes: number;
  readonly memoryRequestBytes: number;
  readonly diskLimitBytes: number;
}

/** The systemd driver rounds a CPU limit up to so many millicores (seen from a real kubelet 1.37.2). */
const CPU_LIMIT_STEP = 10;

/** Requirements are immutable, so each is parsed once. */
const read = new WeakMap<ResourceRequirements, Enforced>();

/** The limits in force on a container, and its requests. */
export function enforcedOn({ actual }: ContainerRun): Enforced {
  const known = read.get(actual);
  if (known) return known;
  const { limits, requests } = actual;
  const enforced = {
    cpuLimitMillicores:
      limits?.cpu === undefined
        ? Number.POSITIVE_INFINITY
        : Math.ceil(cpuFrom(limits.cpu) / CPU_LIMIT_STEP) * CPU_LIMIT_STEP,
    cpuRequestMillicores: requests?.cpu === undefined ? 0 : cpuFrom(requests.cpu),
    memoryLimitBytes: limits?.memory === undefined ? Number.POSITIVE_INFINITY : memoryFrom(limits.memory),
    memoryRequestBytes: requests?.memory === undefined ? 0 : memoryFrom(requests.memory),
    diskLimitBytes:
      limits?.[EPHEMERAL_STORAGE] === undefined
        ? Number.POSITIVE_INFINITY
        : memoryFrom(limits[EPHEMERAL_STORAGE]),
  };
  read.set(actual, enforced);
  return enforced;
}

/** What wanted usage depends on besides the container. */
interface Wanted {
  readonly atMs: number;
  readonly phase: ContainerPhase;
  readonly actual: ResourceRequirements;
  readonly sharers: number;
  readonly usage: SimulatedUsage;
}

/** What a container would use at a time if its node could give it; undefined unless it was running. */
export function wantedUsage(container: ContainerRun, atMs: number): SimulatedUsage | undefined {
  const { phase, work, actual, wanted: known } = container;
  if (phase.kind !== 'running' || atMs < phase.startedAtMs) return undefined;
  const { sharers } = container.load;
  if (known?.atMs === atMs && known.phase === phase && known.actual === actual && known.sharers === sharers)
    return known.usage;
  const usage = usageAt(work.character, {
    key: work.key,
    startedAtMs: phase.startedAtMs,
    nowMs: atMs,
    cpuLimitMillicores: enforcedOn(container).cpuLimitMillicores,
    sharers,
    trace: work.trace,
  });
  container.wanted = { atMs, phase, actual, sharers, usage };
  return usage;
}

/**
 * Its usage, limited to what its node can give; of memory to its limit once a process of it was killed there, which
 * comes again.
 */
export function usageOf(container: ContainerRun, atMs: number): SimulatedUsage | undefined {
  const wanted = wantedUsage(container, atMs);
  if (!wanted) return undefined;
  const { cpuRequestMillicores, memoryLimitBytes } = enforcedOn(container);
  const usage = container.lostProcess
    ? { ...wanted, memoryBytes: Math.min(wanted.memoryBytes, memoryLimitBytes) }
    : wanted;
  const excess = usage.cpuMillicores - cpuRequestMillicores;
  const { excessFactor } = container.nodeCpu;
  if (excess <= 0 || excessFactor === 1) return usage;
  return { ...usage, cpuMillicores: cpuRequestMillicores + excess * excessFactor };
}

const CREATE_MS = 500;
const INIT_SECONDS = 1;

/**
 * A pod that a kubelet has just received: its containers start one after the other, according to their roles.
 */
export function newPodRun(
  pod: Pod,
  work: ReadonlyMap<string, Assignment>,
  nowMs: number,
  podIp: string,
  nodeCpu: NodeCpu,
  load: SharedLoad,
  kubelet: KubeletAbility = { resizes: true },
): PodRun {
  let dueMs = nowMs + CREATE_MS;
  const containers: ContainerRun[] = [];
  const add = (container: Container, role: ContainerRole) => {
    const assignment = work.get(container.name);
    if (!assignment) return;
    const resources = container.resources ?? {};
    containers.push({
      name: container.name,
      image: container.image ?? '',
      role,
      work: role === 'init' ? endingSoon(assignment) : assignment,
      phase: { kind: 'creating', dueMs },
      restartCount: 0,
      allocated: resources,
      actual: resources,
      nodeCpu,
      load,
      cpuSeconds: 0,
      throttledSeconds: 0,
      waitedSeconds: { cpu: 0, memory: 0 },
    });
    if (role === 'init') dueMs += (assignment.character.runSeconds ?? INIT_SECONDS) * 1000;
  };
  for (const container of pod.spec.initContainers ?? []) {
    add(container, container.restartPolicy === 'Always' ? 'sidecar' : 'init');
  }
  for (const container of pod.spec.containers) add(container, 'main');
  return {
    pod,
    uid: pod.metadata.uid ?? '',
    nodeName: pod.spec.nodeName ?? '',
    admittedAtMs: nowMs,
    podIp,
    kubelet,
    containers,
    changed: false,
    dueMs: 0,
  };
}

function endingSoon(assignment: Assignment): Assignment {
  const { character } = assignment;
  return { ...assignment, character: { ...character, runSeconds: character.runSeconds ?? INIT_SECONDS } };
}
