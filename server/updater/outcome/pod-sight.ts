import { sizedStatuses } from '../../kube/sized-containers';
import type { ContainerState, ContainerStatus, Pod } from '../../kube/types';
import { type CpuThrottling, throttledShare } from '../../model/throttling';
import type { Amounts } from '../../model/units';
import { PodFacts } from '../plan/pod-facts';
import { programOf } from './program';

/** Restarts from which on a container crashes again and again. */
const LEAST_RESTARTS = 2;

/** What starts uses more CPU than what runs: how long that counts as starting. */
const STARTING_MS = 10 * 60_000;

/** What became of one container; times in Unix milliseconds. */
export interface ContainerSight {
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
  readonly killed?: { readonly startedMs: number; readonly finishedMs: number };
  /** When it last crashed, while the kubelet keeps it waiting for having done so more than twice. */
  readonly crashedMs?: number;
}

/** A pod as far as the outcome of a change shows in it. */
export interface PodSight {
  readonly name: string;
  readonly createdMs: number;
  /** When its requests came to be what they are, as far as we set them. */
  readonly changedMs: number;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  /** Since when no node has room for its requests, by the words of the scheduler. */
  readonly unscheduledMs?: number;
  /** Whether a resize of it is refused by its node. */
  readonly isResizeRefused: boolean;
  readonly isResizing: boolean;
  readonly program: string;
  readonly containers: readonly ContainerSight[];
}

/** @throws QuantityError */
export function sightOf(pod: Pod): PodSight {
  const facts = new PodFacts(pod);
  const { metadata, status } = pod;
  const statuses = sizedStatuses(pod);
  const createdMs = timeOf(metadata.creationTimestamp) ?? facts.startedMs ?? 0;
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
    ...(unscheduled && { unscheduledMs: timeOf(unscheduled.lastTransitionTime) ?? createdMs }),
    // A kubelet that failed tries again: less memory than is used now may come later.
    isResizeRefused: resize.kind === 'infeasible',
    isResizing: resize.kind !== 'none',
    program: programOf(pod),
    containers: facts.containers.map(({ name, requests, limits }) => ({
      name,
      requests,
      ...(limits.cpu !== undefined && { cpuLimit: limits.cpu }),
      ...(limits.memory !== undefined && { memoryLimit: limits.memory }),
      ...endsOf(
        statuses.find((one) => one.name === name),
        isEvictedFor(name, pod),
      ),
    })),
  };
}

/** The same pod with what is known of throttling since it has its requests and has started with them. */
export function withThrottling(sight: PodSight, throttling: CpuThrottling | undefined): PodSight {
  if (!throttling?.shares.has(sight.name)) return sight;
  const containers = sight.containers.map((one) => {
    const fromMs = Math.max(sight.changedMs, one.runningMs ?? Number.POSITIVE_INFINITY) + STARTING_MS;
    const throttled = throttledShare(throttling, sight.name, one.name, fromMs);
    return throttled === undefined ? one : { ...one, throttled };
  });
  return { ...sight, containers };
}

/** Whether the kubelet evicted the pod because its node was low on memory, and named this container for it. */
function isEvictedFor(container: string, { status }: Pod): boolean {
  const { reason, message = '' } = status ?? {};
  return (
    reason === 'Evicted' &&
    message.includes('low on resource: memory') &&
    message.includes(`Container ${container} was using `)
  );
}

function endsOf(
  status: ContainerStatus | undefined,
  isEvicted: boolean,
): Pick<ContainerSight, 'runningMs' | 'killed' | 'crashedMs'> {
  if (!status) return {};
  const { state = {}, lastState = {}, restartCount } = status;
  const runningMs = timeOf(state.running?.startedAt);
  const last = state.terminated ?? lastState.terminated;
  const killed = killOf(last, isEvicted);
  const isLooping = state.waiting?.reason === 'CrashLoopBackOff' && restartCount >= LEAST_RESTARTS;
  const crashedMs = isLooping && !killed && last?.exitCode !== 0 ? timeOf(last?.finishedAt) : undefined;
  return {
    ...(runningMs !== undefined && { runningMs }),
    ...(killed && { killed }),
    ...(crashedMs !== undefined && { crashedMs }),
  };
}

function killOf(end: ContainerState['terminated'], isEvicted: boolean): ContainerSight['killed'] {
  const finishedMs = timeOf(end?.finishedAt);
  if ((end?.reason !== 'OOMKilled' && !isEvicted) || finishedMs === undefined) return undefined;
  return { startedMs: timeOf(end?.startedAt) ?? finishedMs, finishedMs };
}

function timeOf(text: string | undefined): number | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
