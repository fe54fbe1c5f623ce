import type { Config } from '../../config';
import { cpuMillicores, memoryBytes, type Resource } from '../../objects/units';

export type MinimumSettings = Pick<
  Config,
  'podRecommendationMinCpuMillicores' | 'podRecommendationMinMemoryMb'
>;

/** The minimum of each resource: millicores of CPU, bytes of memory. */
export type ContainerMinimum = Readonly<Record<Resource, number>>;

const MILLICORES_PER_CORE = 1000;
const BYTES_PER_MIB = 1024 * 1024;

/** The minimum for one of `containerCount` containers of a pod. */
export function containerMinimum(settings: MinimumSettings, containerCount: number): ContainerMinimum {
  const share = 1 / containerCount;
  const podCpu = cpuMillicores(settings.podRecommendationMinCpuMillicores * 0.001 * MILLICORES_PER_CORE);
  const podMemory = memoryBytes(settings.podRecommendationMinMemoryMb * BYTES_PER_MIB);
  return { cpu: cpuMillicores(podCpu * share), memory: memoryBytes(podMemory * share) };
}
