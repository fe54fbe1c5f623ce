import type { ContainerDetail } from '@/server/contract/recommendations';

/** Whether nothing was learned of a container yet. */
export function isUnknown({
  samples,
  cpu,
  memory,
}: Pick<ContainerDetail, 'samples' | 'cpu' | 'memory'>): boolean {
  return samples === 0 && cpu.target === undefined && memory.target === undefined;
}
