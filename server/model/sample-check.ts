import { MAX_AMOUNT } from '../objects/units';
import type { SampleRefusal } from './cluster-types';

/** How far in the future a sample's time may be, since clocks of nodes differ. */
export const CLOCK_TOLERANCE_MS = 3_600_000;

/**
 * Why a sample of `amount` at `timeMs` (Unix ms) cannot be true, with `latestMs` the latest plausible time;
 * undefined if it can.
 */
export function absurdityOf(timeMs: number, amount: number, latestMs: number): SampleRefusal | undefined {
  if (amount >= 0 && amount <= MAX_AMOUNT && timeMs >= 0 && timeMs <= latestMs) return undefined;
  if (Number.isNaN(amount) || Number.isNaN(timeMs)) return 'not-a-number';
  if (amount < 0) return 'negative';
  if (amount > MAX_AMOUNT) return 'too-large';
  return timeMs < 0 ? 'too-long-ago' : 'from-the-future';
}
