import { memoryBytes, type Resource } from '../model/units';
import { lowerFactor, upperFactor } from './confidence';
import type { BoundAmounts } from './estimator';
import type { StepRecorder } from './explanation';

/** Units of what is requested per unit of what is measured: millicores per core, bytes per byte. */
export const AMOUNT_PER_UNIT: Readonly<Record<Resource, number>> = { cpu: 1000, memory: 1 };

/** Truncates to a whole amount. Both resources are held to the same range, see `model/units`. */
export const wholeAmount: (value: number) => number = memoryBytes;

/** Usage in cores or bytes as a whole amount of millicores or bytes. */
export function wholeAmountOf(resource: Resource, usage: number): number {
  return wholeAmount(usage * AMOUNT_PER_UNIT[resource]);
}

/** What usage asks for, in cores or bytes, before margin and confidence. */
export interface Needs {
  readonly lowerBound: number;
  readonly target: number;
  readonly upperBound: number;
}

/** Amounts from needs: the margin on top, the bounds around the target and widened by low confidence. */
export function amountsFor(
  resource: Resource,
  needs: Needs,
  marginFraction: number,
  confidence: number,
  record: StepRecorder | undefined,
): BoundAmounts {
  const scale = AMOUNT_PER_UNIT[resource] * (1 + marginFraction);
  const target = wholeAmount(needs.target * scale);
  const low = Math.min(target, wholeAmount(needs.lowerBound * scale));
  const high = Math.max(target, wholeAmount(needs.upperBound * scale));
  const lowerBound = wholeAmount(low * lowerFactor(confidence));
  const upperBound = wholeAmount(high * upperFactor(confidence));
  if (record) {
    record(resource, 'lowerBound', { step: 'margin', value: low, by: marginFraction });
    record(resource, 'target', { step: 'margin', value: target, by: marginFraction });
    record(resource, 'upperBound', { step: 'margin', value: high, by: marginFraction });
    record(resource, 'lowerBound', { step: 'confidence', value: lowerBound, by: confidence });
    record(resource, 'upperBound', { step: 'confidence', value: upperBound, by: confidence });
  }
  return { lowerBound, target, upperBound };
}
