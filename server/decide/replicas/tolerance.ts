import { isQuantity, parseQuantity, quantityToNumber } from '../../objects/quantity';
import type { HpaBehavior } from '../../objects/types';
import type { ScalingBehavior } from './rules';
import type { EvaluationSettings } from './settings';

/** How far above and below 1 a ratio changes nothing. */
export interface Tolerances {
  readonly up: number;
  readonly down: number;
}

/**
 * The tolerances of an HPA: its own for each direction, else that of the settings (KEP-4951; Kubernetes 1.37,
 * pkg/controller/podautoscaler, horizontal.go, `tolerancesForHpa`).
 */
export function tolerancesOf(
  behavior: HpaBehavior | undefined,
  { tolerance, rules }: EvaluationSettings,
): Tolerances {
  const own = (stated: string | number | undefined) =>
    rules.tolerancePerDirection && isQuantity(stated) ? quantityToNumber(parseQuantity(stated)) : tolerance;
  return { up: own(behavior?.scaleUp?.tolerance), down: own(behavior?.scaleDown?.tolerance) };
}

/**
 * Whether a ratio is so close to 1 that the number of replicas stays (Kubernetes 1.37, pkg/controller/podautoscaler,
 * replica_calculator.go, `isWithin`).
 */
export function isTolerated(ratio: number, { up, down }: Tolerances, rules: ScalingBehavior): boolean {
  if (rules.tolerance === 'difference') return Math.abs(1 - ratio) <= (ratio > 1 ? up : down);
  return 1 - down <= ratio && ratio <= 1 + up;
}
