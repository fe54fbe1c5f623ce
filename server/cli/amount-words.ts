import type { Amounts, Resource } from '../objects/units';
import { formatAmounts } from '../words/amounts';

export const NO_AMOUNT = '-';

/** `100m → 163m`, with equal amounts once; `-` for what is not stated. */
export function fromTo(resource: Resource, from: Amounts | undefined, to: Amounts | undefined): string {
  const [now = NO_AMOUNT, next = NO_AMOUNT] = formatAmounts(resource, [from?.[resource], to?.[resource]]);
  return now === next ? now : `${now} → ${next}`;
}
