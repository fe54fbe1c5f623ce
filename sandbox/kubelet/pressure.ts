import { type ContainerRun, enforcedOn, type PodRun, usageOf, wantedUsage } from '@/sandbox/kubelet/pod-run';
import { simulatedThrottling } from '@/sandbox/workloads/other-metrics';

/** In what share of the time some task of a container waits, 0 to 1. */
export interface WaitingShares {
  readonly cpu: number;
  readonly memory: number;
}

const NO_WAITING: WaitingShares = { cpu: 0, memory: 0 };
/** From this share of its memory limit on the kernel has to reclaim; at the limit it does half of the time. */
const RECLAIM_FROM = 0.9;
const MOST_RECLAIMING = 0.5;

/** What a container beyond its `memory.high` waits of the time (seen from a real kubelet 1.37.2). */
const STALLED = 0.46;

/** How much of what a crowded node lacks makes those wait that stay within their requests. */
const OF_THE_CROWD = 0.3;

/**
 * For CPU it waits while it is throttled, for what its node has not, and a little for its turn; for memory while the kernel reclaims, close
 * to the limit, or from where its kubelet has it stalled.
 */
export function waitingOf(run: PodRun, container: ContainerRun, atMs: number): WaitingShares {
  const wanted = wantedUsage(container, atMs);
  const given = usageOf(container, atMs);
  if (!wanted || !given) return NO_WAITING;
  const { cpuLimitMillicores, memoryLimitBytes } = enforcedOn(container);
  const short = wanted.cpuMillicores > 0 ? 1 - given.cpuMillicores / wanted.cpuMillicores : 0;
  const isStalled = given.memoryBytes >= stalledFrom(run, container);
  const beyond = (given.memoryBytes / memoryLimitBytes - RECLAIM_FROM) / (1 - RECLAIM_FROM);
  return {
    cpu: Math.max(
      short,
      OF_THE_CROWD * (1 - container.nodeCpu.excessFactor),
      simulatedThrottling(given.cpuMillicores, cpuLimitMillicores),
    ),
    memory: Math.max(isStalled ? STALLED : 0, MOST_RECLAIMING * Math.min(1, Math.max(0, beyond))),
  };
}

/**
 * `memory.high` of a container, bytes; infinite without a factor, and in Guaranteed pods. Without a limit the memory of
 * its node takes the limit's place (KEP-2570).
 */
function stalledFrom({ kubelet, pod }: PodRun, container: ContainerRun): number {
  const { settings: { memoryThrottlingFactor: factor } = {}, memoryBytes = Number.POSITIVE_INFINITY } =
    kubelet;
  if (factor === undefined || pod.status?.qosClass === 'Guaranteed') return Number.POSITIVE_INFINITY;
  const { memoryRequestBytes: request, memoryLimitBytes } = enforcedOn(container);
  return request + factor * (Math.min(memoryLimitBytes, memoryBytes) - request);
}
