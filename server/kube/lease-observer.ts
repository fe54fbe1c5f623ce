import { type Clock, Moment } from '../lib/time/clock';
import type { Lease } from '../objects/types';

/**
 * The age of a lease by our own clock, counted from when it was last seen to change, since the holder's clock
 * may be wrong. For what was written before we first looked, only a lowest and a highest age are known.
 */
export class LeaseObserver {
  private renewal: string | undefined;
  private seen: Moment | undefined;
  /** How old it may have been when it was seen. */
  private ageWhenSeenMs = 0;

  /** It went `withinMs` without a change, so the next change may have been written long before it is seen. */
  constructor(
    private readonly wallClock: Clock,
    private readonly withinMs: number,
  ) {}

  /** Notes the current state of the lease. */
  saw({ spec: { holderIdentity = '', renewTime } }: Lease): void {
    const renewal = `${holderIdentity} ${renewTime}`;
    if (renewal === this.renewal) return;
    const isFollowed = this.seen !== undefined && this.seen.mostAgeMs < this.withinMs;
    this.renewal = renewal;
    this.seen = new Moment(this.wallClock);
    this.ageWhenSeenMs = isFollowed ? 0 : statedAgeMs(renewTime, this.wallClock.now());
  }

  /** Its lowest possible age in milliseconds; use it to take the lease over. */
  get leastAgeMs(): number {
    return this.seen?.leastAgeMs ?? 0;
  }

  /** Its highest possible age in milliseconds, unless clocks differ; use it to rely on the holder. */
  get mostAgeMs(): number {
    return this.seen ? this.seen.mostAgeMs + this.ageWhenSeenMs : Number.POSITIVE_INFINITY;
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
