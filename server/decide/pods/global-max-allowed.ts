import { cpuFrom, memoryFrom } from '../../objects/quantity';
import type { Amounts } from '../../objects/units';
import type { DecisionSettings } from '../settings';

export type MaxAllowedSettings = Pick<
  DecisionSettings,
  'containerRecommendationMaxAllowedCpu' | 'containerRecommendationMaxAllowedMemory'
>;

/** The maximum of a container whose policy sets none. */
export function globalMaxAllowedFrom({
  containerRecommendationMaxAllowedCpu: cpu,
  containerRecommendationMaxAllowedMemory: memory,
}: MaxAllowedSettings): Amounts {
  return { ...(cpu && { cpu: cpuFrom(cpu) }), ...(memory && { memory: memoryFrom(memory) }) };
}
