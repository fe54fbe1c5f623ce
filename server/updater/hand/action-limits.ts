import { Bucket } from '../plan/allowances';
import type { Allowance, Allowances } from '../plan/plan-input';
import type { UpdaterSettings } from '../settings';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** So many intervals without anybody waiting end a warm-up that has lasted long enough. */
const BACKLOG_INTERVALS = 2;

/**
 * What may still be done, over all VPAs and for each, counted in the cluster's time; only the limit of actions a
 * second is one of real time, as the API server feels it.
 */
export class ActionLimits {
  private readonly rate: Bucket | undefined;
  private readonly perVpa = new Map<string, Bucket>();
  private warmUp: { bucket: Bucket; endsMs: number } | undefined;

  constructor(
    private readonly config: UpdaterSettings,
    { nowMs, clockSpeed }: { nowMs: number; clockSpeed: number },
  ) {
    const { evictionRateLimit, evictionRateBurst } = config;
    if (evictionRateLimit > 0)
      this.rate = new Bucket((SECOND_MS / evictionRateLimit) * clockSpeed, evictionRateBurst, nowMs);
    this.beginWarmUp(nowMs);
  }

  /** From now on, for the set time, no more than the warm-up rate. */
  beginWarmUp(nowMs: number): void {
    const { warmUpMs, warmUpRatePerMinute, updaterIntervalMs } = this.config;
    if (warmUpMs <= 0) return;
    const everyMs = MINUTE_MS / warmUpRatePerMinute;
    const burst = Math.max(1, Math.floor(updaterIntervalMs / everyMs));
    this.warmUp = { bucket: new Bucket(everyMs, burst, nowMs), endsMs: nowMs + warmUpMs };
  }

  /** Goes on warming up while pods wait for their turn: what is left over must not come all at once either. */
  warmUpHeldBack(nowMs: number): void {
    if (!this.warmUp) return;
    const soonMs = nowMs + BACKLOG_INTERVALS * this.config.updaterIntervalMs;
    this.warmUp.endsMs = Math.max(this.warmUp.endsMs, soonMs);
  }

  allowances(nowMs: number): Allowances {
    if (this.warmUp && nowMs >= this.warmUp.endsMs) this.warmUp = undefined;
    const { warmUp } = this;
    return {
      rate: this.rate?.allowance(nowMs),
      warmUp: warmUp && { ...warmUp.bucket.allowance(nowMs), endsMs: warmUp.endsMs },
      perVpa: this.config.evictionRateLimitPerVpa > 0 ? this.perVpaAt(nowMs) : undefined,
    };
  }

  acted(vpaKey: string, nowMs: number): void {
    this.rate?.spend(nowMs);
    this.warmUp?.bucket.spend(nowMs);
    if (this.config.evictionRateLimitPerVpa > 0) this.bucketOf(vpaKey, nowMs).spend(nowMs);
  }

  /** VPAs that were acted on so lately that they may not be acted on as often as others. */
  get vpasCounted(): number {
    return this.perVpa.size;
  }

  /** A bucket that is full again is as good as none, so none is kept of VPAs that are gone. */
  private perVpaAt(nowMs: number): (key: string) => Allowance {
    for (const [key, bucket] of this.perVpa) if (bucket.isFull(nowMs)) this.perVpa.delete(key);
    const full = this.newBucket(nowMs).allowance(nowMs);
    return (key) => this.perVpa.get(key)?.allowance(nowMs) ?? full;
  }

  private bucketOf(vpaKey: string, nowMs: number): Bucket {
    const bucket = this.perVpa.get(vpaKey) ?? this.newBucket(nowMs);
    this.perVpa.set(vpaKey, bucket);
    return bucket;
  }

  private newBucket(nowMs: number): Bucket {
    const perMinute = this.config.evictionRateLimitPerVpa;
    return new Bucket(MINUTE_MS / perMinute, Math.max(1, Math.floor(perMinute)), nowMs);
  }
}
