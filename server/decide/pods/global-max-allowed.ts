import type { Config } from '../../config';
import { cpuFrom, memoryFrom } from '../../objects/quantity';
import type { Amounts } from '../../objects/units';

export type MaxAllowedSettings = Pick<
  Config,
  'containerRecommendationMaxAllowedCpu' | 'containerRecommendationMaxAllowedMemory'
>;

/** The maximum of a container whose policy sets none. */
export function globalMaxAllowedFrom({
  containerRecommendationMaxAllowedCpu: cpu,
  containerRecommendationMaxAllowedMemory: memory,
}: MaxAllowedSettings): Amounts {
  return { ...(cpu && { cpu: cpuFrom(cpu) }), ...(memory && { memory: memoryFrom(memory) }) };
}
