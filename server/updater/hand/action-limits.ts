import { Bucket } from '../plan/allowances';
import type { Allowances } from '../plan/plan-input';
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
      perVpa:
        this.config.evictionRateLimitPerVpa > 0
          ? (key) => this.bucketOf(key, nowMs).allowance(nowMs)
          : undefined,
    };
  }

  acted(vpaKey: string, nowMs: number): void {
    this.rate?.take(nowMs);
    this.warmUp?.bucket.take(nowMs);
    if (this.config.evictionRateLimitPerVpa > 0) this.bucketOf(vpaKey, nowMs).take(nowMs);
  }

  private bucketOf(vpaKey: string, nowMs: number): Bucket {
    const perMinute = this.config.evictionRateLimitPerVpa;
    const known = this.perVpa.get(vpaKey);
    if (known) return known;
    const bucket = new Bucket(MINUTE_MS / perMinute, Math.max(1, Math.floor(perMinute)), nowMs);
    this.perVpa.set(vpaKey, bucket);
    return bucket;
  }
}
