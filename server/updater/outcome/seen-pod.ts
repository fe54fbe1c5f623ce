import { PodFacts } from '../../decide/running/pod-facts';
import { type CpuThrottling, measuredShare } from '../../model/throttling';
import { offendersIn } from '../../objects/memory-eviction';
import { optionalTime } from '../../objects/optional-time';
import { sizedStatuses } from '../../objects/sized-containers';
import type { ContainerState, Pod } from '../../objects/types';
import { type Amounts, EPHEMERAL_STORAGE } from '../../objects/units';
import { programOf } from './program';

/** Restarts from which on a container crashes again and again. */
const LEAST_RESTARTS = 2;

/** What starts uses more CPU than what runs: how long that counts as starting. */
const STARTING_MS = 10 * 60_000;

/** When a container ran that is ended; Unix milliseconds. */
export interface EndedLife {
  readonly startedMs: number;
  readonly finishedMs: number;
}

/** What became of one container; times in Unix milliseconds. */
export interface SeenContainer {
  readonly name: string;
  readonly requests: Amounts;
  /** In millicores. */
  readonly cpuLimit?: number;
  /** In bytes: a kill may come from that rather than from its node. */
  readonly memoryLimit?: number;
  /** The share of the time that it was throttled at that limit, once its start is over; undefined if unknown. */
  readonly throttled?: number;
  /** Since when it runs; undefined if it does not. */
  readonly runningMs?: number;
  /** Its last end, if that was a kill for memory, or an eviction by the kubelet for what it used. */
  readonly killed?: EndedLife;
  /** The same, if the kubelet evicted its pod for what it wrote to the disk. */
  readonly filled?: EndedLife;
  /** How often it was started again; absent if never. */
  readonly restarts?: number;
  /** When it last crashed, while the kubelet keeps it waiting for having done so more than twice. */
  readonly crashedMs?: number;
}

/** A pod as far as the outcome of a change shows in it. */
export interface SeenPod {
  readonly name: string;
  readonly createdMs: number;
  /** When its requests came to be what they are, as far as we set them. */
  readonly changedMs: number;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  /** Since when no node has room for its requests, by the words of the scheduler. */
  readonly unscheduledMs?: number;
  readonly isResizeRefused: boolean;
  readonly isResizing: boolean;
  readonly program: string;
  readonly containers: readonly SeenContainer[];
}

/** @throws QuantityError */
export function seenPodOf(pod: Pod): SeenPod {
  const facts = new PodFacts(pod);
  const { metadata, status } = pod;
  const createdMs = optionalTime(metadata.creationTimestamp) ?? facts.startedMs ?? 0;
  const { resize } = facts;
  const unscheduled = status?.conditions?.find(
    ({ type, status: is, message = '' }) =>
      type === 'PodScheduled' && is === 'False' && message.includes('Insufficient'),
  );
  return {
    name: facts.name,
    createdMs,
    changedMs: Math.max(createdMs, facts.changedMs ?? createdMs),
    isReady: facts.isReady,
    isTerminating: facts.isTerminating,
    ...(unscheduled && { unscheduledMs: optionalTime(unscheduled.lastTransitionTime) ?? createdMs }),
    // A kubelet that failed tries again: less memory than is used now may come later.
    isResizeRefused: resize.kind === 'infeasible',
    isResizing: resize.kind !== 'none',
    program: programOf(pod),
    containers: facts.containers.map(({ name, requests, limits }) => ({
      name,
      requests,
      ...(limits.cpu !== undefined && { cpuLimit: limits.cpu }),
      ...(limits.memory !== undefined && { memoryLimit: limits.memory }),
      ...endsOf(name, pod),
    })),
  };
}

/** The same pod with what is known of throttling since it has its requests and has started with them. */
export function withThrottling(seenPod: SeenPod, throttling: CpuThrottling | undefined): SeenPod {
  if (!throttling?.shares.has(seenPod.name)) return seenPod;
  const containers = seenPod.containers.map((one) => {
    const fromMs = Math.max(seenPod.changedMs, one.runningMs ?? Number.POSITIVE_INFINITY) + STARTING_MS;
    const throttled = measuredShare(throttling, seenPod.name, one.name, fromMs);
    return throttled === undefined ? one : { ...one, throttled };
  });
  return { ...seenPod, containers };
}

/** What the kubelet evicted the pod for, if it names this container, or all of them. */
function evictedFor(container: string, { status }: Pod): 'memory' | 'disk' | undefined {
  const { reason, message = '' } = status ?? {};
  if (reason !== 'Evicted') return undefined;
  const isOverLimit =
    message.startsWith(`Container ${container} exceeded its local ephemeral storage limit`) ||
    message.startsWith('Pod ephemeral local storage usage exceeds the total limit of containers');
  if (isOverLimit) return 'disk';
  const offends = (resource: 'memory' | typeof EPHEMERAL_STORAGE) =>
    offendersIn(message, resource).some((one) => one.container === container);
  if (offends('memory')) return 'memory';
  return offends(EPHEMERAL_STORAGE) ? 'disk' : undefined;
}

function endsOf(
  name: string,
  pod: Pod,
): Pick<SeenContainer, 'runningMs' | 'killed' | 'filled' | 'restarts' | 'crashedMs'> {
  const status = sizedStatuses(pod).find((one) => one.name === name);
  const evicted = evictedFor(name, pod);
  const { state = {}, lastState = {}, restartCount = 0 } = status ?? {};
  const runningMs = optionalTime(state.running?.startedAt);
  const last = state.terminated ?? lastState.terminated;
  const life = evicted ? (lifeOf(last) ?? lifeOfEvicted(pod)) : lifeOf(last);
  const killed = last?.reason === 'OOMKilled' || evicted === 'memory' ? life : undefined;
  const filled = evicted === 'disk' ? life : undefined;
  const isLooping = state.waiting?.reason === 'CrashLoopBackOff' && restartCount >= LEAST_RESTARTS;
  const crashedMs = isLooping && !killed && last?.exitCode !== 0 ? optionalTime(last?.finishedAt) : undefined;
  return {
    ...(runningMs !== undefined && { runningMs }),
    ...(killed && { killed }),
    ...(filled && { filled }),
    ...(restartCount > 0 && { restarts: restartCount }),
    ...(crashedMs !== undefined && { crashedMs }),
  };
}

function lifeOf(end: ContainerState['terminated']): EndedLife | undefined {
  const finishedMs = optionalTime(end?.finishedAt);
  return finishedMs === undefined
    ? undefined
    : { startedMs: optionalTime(end?.startedAt) ?? finishedMs, finishedMs };
}

/** A kubelet may say of an evicted pod no more than that it is. */
function lifeOfEvicted({ status }: Pod): EndedLife | undefined {
  const disrupted = status?.conditions?.find(
    ({ type, status: is }) => type === 'DisruptionTarget' && is === 'True',
  );
  const finishedMs = optionalTime(disrupted?.lastTransitionTime);
  return finishedMs === undefined
    ? undefined
    : { startedMs: optionalTime(status?.startTime) ?? finishedMs, finishedMs };
}
