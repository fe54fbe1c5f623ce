import type { Clock } from '../clock';
import type { Lease } from './types';

/**
 * The age of a lease by our own clock, counted from when it was last seen to change, since the holder's clock
 * may be wrong. For what was written before we first looked, only a lowest and a highest age are known.
 */
export class LeaseSight {
  private record: string | undefined;
  private seenMs = 0;
  /** The earliest time it can have been renewed, by our clock. */
  private renewedMs = 0;

  /** It went `withinMs` without a change, so the next change may have been written long before it is seen. */
  constructor(
    private readonly wallClock: Clock,
    private readonly withinMs: number,
  ) {}

  /** Notes the current state of the lease. */
  saw({ spec: { holderIdentity = '', renewTime } }: Lease): void {
    const record = `${holderIdentity} ${renewTime}`;
    if (record === this.record) return;
    const nowMs = this.wallClock.now();
    const isFollowed = this.record !== undefined && nowMs - this.seenMs < this.withinMs;
    this.record = record;
    this.seenMs = nowMs;
    this.renewedMs = isFollowed ? nowMs : nowMs - statedAgeMs(renewTime, nowMs);
  }

  /** Its lowest possible age in milliseconds; use it to take the lease over. */
  get leastAgeMs(): number {
    return Math.max(0, this.wallClock.now() - this.seenMs);
  }

  /** Its highest possible age in milliseconds, unless clocks differ; use it to rely on the holder. */
  get mostAgeMs(): number {
    return Math.max(0, this.wallClock.now() - this.renewedMs);
  }
}

/**
 * Its age by the holder's own date. A date in the future only shows that clocks differ, and counts as that
 * old.
 */
function statedAgeMs(renewTime: string | undefined, nowMs: number): number {
  const statedMs = Date.parse(renewTime ?? '');
  return Number.isNaN(statedMs) ? Number.POSITIVE_INFINITY : Math.abs(nowMs - statedMs);
}
