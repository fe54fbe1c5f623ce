/** One container's memory at one moment, in bytes. */
interface ContainerMemory {
  readonly name: string;
  readonly usedBytes: number;
  readonly requestBytes: number;
}

/** One pod's memory on a node. */
export interface PodMemory<T> {
  readonly pod: T;
  readonly priority: number;
  readonly qosClass: string;
  readonly containers: readonly ContainerMemory[];
}

/** The kubelet's default hard threshold `memory.available<100Mi`. */
export const EVICTION_THRESHOLD_BYTES = 100 * 2 ** 20;

const sum = (containers: readonly ContainerMemory[], of: (container: ContainerMemory) => number): number =>
  containers.reduce((total, container) => total + of(container), 0);

const used = <T>(pod: PodMemory<T>): number => sum(pod.containers, (container) => container.usedBytes);
const excess = <T>(pod: PodMemory<T>): number =>
  used(pod) - sum(pod.containers, (container) => container.requestBytes);

/**
 * The order in which the kubelet evicts: above its requests first, then low priority, then by the excess (Kubernetes
 * 1.37, pkg/kubelet/eviction, helpers.go, `rankMemoryPressure`).
 */
export function evictionOrder<T>(pods: readonly PodMemory<T>[]): PodMemory<T>[] {
  return [...pods].sort(
    (one, other) =>
      Number(excess(other) > 0) - Number(excess(one) > 0) ||
      one.priority - other.priority ||
      excess(other) - excess(one),
  );
}

/**
 * The kubelet's message and event annotations for an eviction (Kubernetes 1.37, pkg/kubelet/eviction, helpers.go,
 * `evictionMessage`).
 */
export function describeEviction(
  containers: readonly ContainerMemory[],
  availableBytes: number,
): { message: string; annotations: Record<string, string> } {
  const offenders = containers.filter((container) => container.usedBytes > container.requestBytes);
  const details = offenders.map(
    ({ name, usedBytes, requestBytes }) =>
      `Container ${name} was using ${kibibytes(usedBytes)}, request is ${wholeUnits(requestBytes)}, has larger consumption of memory. `,
  );
  const threshold = wholeUnits(EVICTION_THRESHOLD_BYTES);
  return {
    message: `The node was low on resource: memory. Threshold quantity: ${threshold}, available: ${kibibytes(Math.max(0, availableBytes))}. ${details.join('')}`,
    annotations: {
      starved_resource: 'memory',
      ...(offenders.length > 0 && {
        offending_containers: offenders.map((each) => each.name).join(','),
        offending_containers_usage: offenders.map((each) => kibibytes(each.usedBytes)).join(','),
      }),
    },
  };
}

/**
 * The container that the kernel kills when the node is out of memory: the highest share of the node plus the
 * adjustment of its QoS class (best effort most, guaranteed almost nothing).
 */
export function kernelVictim<T>(
  pods: readonly PodMemory<T>[],
  capacityBytes: number,
): { pod: PodMemory<T>; container: ContainerMemory } | undefined {
  let victim: { pod: PodMemory<T>; container: ContainerMemory } | undefined;
  let worst = Number.NEGATIVE_INFINITY;
  for (const pod of pods) {
    for (const container of pod.containers) {
      const badness =
        (1000 * container.usedBytes) / capacityBytes + adjustment(pod.qosClass, container, capacityBytes);
      if (badness <= worst) continue;
      worst = badness;
      victim = { pod, container };
    }
  }
  return victim;
}

/**
 * `oom_score_adj` as the kubelet sets it (Kubernetes 1.37, pkg/kubelet/qos, policy.go, `GetContainerOOMScoreAdjust`).
 */
function adjustment(qosClass: string, container: ContainerMemory, capacityBytes: number): number {
  if (qosClass === 'Guaranteed') return -997;
  if (qosClass === 'BestEffort') return 1000;
  return Math.min(999, Math.max(3, 1000 - (1000 * container.requestBytes) / capacityBytes));
}

function kibibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024)}Ki`;
}

function wholeUnits(bytes: number): string {
  if (bytes === 0) return '0';
  if (bytes % 2 ** 30 === 0) return `${bytes / 2 ** 30}Gi`;
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20}Mi`;
  return bytes % 1024 === 0 ? `${bytes / 1024}Ki` : String(bytes);
}
