import { type Amounts, RESOURCES, type Resource } from '../model/units';
import { formatAmounts } from '../words/amounts';

export const NOTHING = '-';

/** `100m → 163m`, with equal amounts once; `-` for what is not stated. */
export function fromTo(resource: Resource, from: Amounts | undefined, to: Amounts | undefined): string {
  const [now = NOTHING, next = NOTHING] = formatAmounts(resource, [from?.[resource], to?.[resource]]);
  return now === next ? now : `${now} → ${next}`;
}

/** `cpu 163m, memory 250 MiB`; `-` for nothing. */
export function amountsText(amounts: Amounts | undefined): string {
  const stated = RESOURCES.flatMap((resource) => {
    const [text] = formatAmounts(resource, [amounts?.[resource]]);
    return text === undefined ? [] : [`${resource} ${text}`];
  });
  return stated.join(', ') || NOTHING;
}
