import type { Clock } from '../clock';
import type { Lease } from './types';

/**
 * How old a lease is, told by our own clock from when it was last seen to change: the clocks of those who renew
 * it may be wrong. What was written before we began to look is between two ages.
 */
export class LeaseSight {
  private record: string | undefined;
  private seenMs = 0;
  /** When it was renewed at the earliest, by our clock. */
  private renewedMs = 0;

  /** `withinMs` without a change, and what is seen next may have been written long before. */
  constructor(
    private readonly wallClock: Clock,
    private readonly withinMs: number,
  ) {}

  /** Notes what the lease says now. */
  saw({ spec: { holderIdentity = '', renewTime } }: Lease): void {
    const record = `${holderIdentity} ${renewTime}`;
    if (record === this.record) return;
    const nowMs = this.wallClock.now();
    const isFollowed = this.record !== undefined && nowMs - this.seenMs < this.withinMs;
    this.record = record;
    this.seenMs = nowMs;
    this.renewedMs = isFollowed ? nowMs : nowMs - statedAgeMs(renewTime, nowMs);
  }

  /** At least this old, in milliseconds: nobody renewed it since. For those who want to take it over. */
  get leastAgeMs(): number {
    return Math.max(0, this.wallClock.now() - this.seenMs);
  }

  /** At most this old, in milliseconds, unless clocks are apart. For those who rely on whoever renews it. */
  get mostAgeMs(): number {
    return Math.max(0, this.wallClock.now() - this.renewedMs);
  }
}

/** By the word of whoever renewed it. One from the future tells only that clocks are apart: it counts as that old. */
function statedAgeMs(renewTime: string | undefined, nowMs: number): number {
  const statedMs = Date.parse(renewTime ?? '');
  return Number.isNaN(statedMs) ? Number.POSITIVE_INFINITY : Math.abs(nowMs - statedMs);
}
