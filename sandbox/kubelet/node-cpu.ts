import { enforcedOn, type NodeCpu, type PodRun, usageOf } from '@/sandbox/kubelet/pod-run';

/**
 * Shares a node's CPU: every container gets its request, and the rest is distributed in proportion to what
 * each wants beyond that.
 */
export function shareCpu(
  runs: Iterable<PodRun>,
  cpu: NodeCpu,
  capacityMillicores: number,
  atMs: number,
): void {
  cpu.excessFactor = 1;
  let promised = 0;
  let excess = 0;
  for (const run of runs) {
    for (const container of run.containers) {
      const usage = usageOf(container, atMs);
      if (!usage) continue;
      const within = Math.min(usage.cpuMillicores, enforcedOn(container).cpuRequestMillicores);
      promised += within;
      excess += usage.cpuMillicores - within;
    }
  }
  if (promised + excess > capacityMillicores && excess > 0) {
    cpu.excessFactor = Math.max(0, capacityMillicores - promised) / excess;
  }
}
