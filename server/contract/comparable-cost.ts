import { costOfHours, PLAIN_WEIGHTS, together } from '@/server/policy/money/price';
import type { FigureName } from '../replay/engine/figures';

/** What variants are ranked by: their cost, or without prices their core-hours and GiB-hours in one figure. */
export function comparableCost({
  cost,
  coreHours = 0,
  gibHours = 0,
}: Partial<Record<FigureName, number | undefined>>): number {
  return cost ?? together(costOfHours({ cpu: coreHours, memory: gibHours }, PLAIN_WEIGHTS));
}
