import type { Resource } from '../objects/units';
import type { SharesOfTime } from './throttling';

/**
 * In what share of the time some task of a container waited for CPU, or for memory to be reclaimed: the lines `some`
 * of the kernel. https://docs.kernel.org/accounting/psi.html
 */
export type Pressure = Readonly<Partial<Record<Resource, SharesOfTime>>>;

/** What tells that containers have too little: pressure, and throttling at their limits. */
export type Strain = Pressure & { readonly throttled?: SharesOfTime };

/** From this share on, over the time between two looks, a container counts as under pressure. */
const LEAST_SHARE = 0.1;

export function isPressed(share: number | undefined): share is number {
  return share !== undefined && share >= LEAST_SHARE;
}
