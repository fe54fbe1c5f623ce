import { endContainer } from '@/sandbox/kubelet/lifecycle';
import {
  describeEviction,
  EVICTION_THRESHOLD_BYTES,
  evictionOrder,
  kernelVictim,
  type PodMemory,
} from '@/sandbox/kubelet/memory-pressure';
import { type ContainerRun, enforcedOn, type PodRun, usageOf } from '@/sandbox/kubelet/pod-run';

/** The consequence of a memory shortage on a node. */
type MemoryAction =
  | { readonly kind: 'kill'; readonly run: PodRun; readonly container: ContainerRun }
  | {
      readonly kind: 'evict';
      readonly run: PodRun;
      readonly message: string;
      readonly annotations: Record<string, string>;
    };

/** The memory of the pods running on one node. */
function memoryOf(runs: Iterable<PodRun>, atMs: number): PodMemory<PodRun>[] {
  const pods: PodMemory<PodRun>[] = [];
  for (const run of runs) {
    if (run.outcome) continue;
    const containers = [];
    for (const container of run.containers) {
      const usage = usageOf(container, atMs);
      if (!usage) continue;
      containers.push({
        name: container.name,
        usedBytes: usage.memoryBytes,
        requestBytes: enforcedOn(container).memoryRequestBytes,
      });
    }
    if (containers.length === 0) continue;
    const { priority = 0 } = run.pod.spec;
    pods.push({ pod: run, priority, qosClass: run.pod.status?.qosClass ?? 'BestEffort', containers });
  }
  return pods;
}

/**
 * What to do about the memory of a node: the kernel kills a container if none is left, the kubelet evicts a
 * pod if little is left. Undefined if there is enough.
 */
export function relieve(
  runs: Iterable<PodRun>,
  usedBytes: number,
  capacityBytes: number,
  atMs: number,
): MemoryAction | undefined {
  const availableBytes = capacityBytes - usedBytes;
  if (availableBytes >= EVICTION_THRESHOLD_BYTES) return undefined;
  const pods = memoryOf(runs, atMs);
  if (availableBytes < 0) {
    const victim = kernelVictim(pods, capacityBytes);
    const container = victim?.pod.pod.containers.find((each) => each.name === victim.container.name);
    return victim && container ? { kind: 'kill', run: victim.pod.pod, container } : undefined;
  }
  const first = evictionOrder(pods)[0];
  return first && { kind: 'evict', run: first.pod, ...describeEviction(first.containers, availableBytes) };
}

/** Its containers are gone before they are asked, and count a restart that is none (seen from a real kubelet 1.37.2). */
export function evictRun(run: PodRun, message: string, atMs: number): void {
  for (const container of run.containers) {
    const { kind } = container.phase;
    endContainer(run, container, 137, 'ContainerStatusUnknown', atMs);
    if (kind === 'running') container.restartCount++;
  }
  run.outcome = { phase: 'Failed', reason: 'Evicted', message };
  run.changed = true;
}
