import { type Amounts, RESOURCES, type Resource } from '../model/units';
import { formatAmounts } from '../words/amounts';

export const NO_AMOUNT = '-';

/** `100m → 163m`, with equal amounts once; `-` for what is not stated. */
export function fromTo(resource: Resource, from: Amounts | undefined, to: Amounts | undefined): string {
  const [now = NO_AMOUNT, next = NO_AMOUNT] = formatAmounts(resource, [from?.[resource], to?.[resource]]);
  return now === next ? now : `${now} → ${next}`;
}

/** `cpu 163m, memory 250 MiB`; `-` for nothing. */
export function amountsLine(amounts: Amounts | undefined): string {
  const stated = RESOURCES.flatMap((resource) => {
    const [text] = formatAmounts(resource, [amounts?.[resource]]);
    return text === undefined ? [] : [`${resource} ${text}`];
  });
  return stated.join(', ') || NO_AMOUNT;
}
