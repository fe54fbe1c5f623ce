import { Bucket } from '../../decide/running/allowances';
import type { Allowance, Allowances } from '../../decide/running/plan-input';
import { ofKey } from '../../lib/memo/of-key';
import type { UpdaterSettings } from '../settings';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** After this many intervals without a waiting pod, a warm-up that lasted long enough ends. */
const BACKLOG_INTERVALS = 2;

interface WarmUp {
  bucket: Bucket;
  endsMs: number;
}

/**
 * How many actions are left, over all VPAs and for each, in the cluster's time; only the limit per second is
 * in real time, since it protects the API server.
 */
export class ActionLimits {
  private readonly rate: Bucket | undefined;
  private readonly perVpa = new Map<string, Bucket>();
  private warmUp: WarmUp | undefined;

  constructor(
    private readonly config: UpdaterSettings,
    { nowMs, clockSpeed }: { nowMs: number; clockSpeed: number },
  ) {
    const { evictionRateLimit, evictionRateBurst } = config;
    if (evictionRateLimit > 0)
      this.rate = new Bucket((SECOND_MS / evictionRateLimit) * clockSpeed, evictionRateBurst, nowMs);
    this.beginWarmUp(nowMs);
  }

  /** From now on, for the configured time, no more than the warm-up rate. */
  beginWarmUp(nowMs: number): void {
    this.warmUp = this.newWarmUp(nowMs) ?? this.warmUp;
  }

  /** Extends the warm-up while pods wait, since the rest must not go all at once either. */
  warmUpHeldBack(nowMs: number): void {
    if (!this.warmUp) return;
    const soonMs = nowMs + BACKLOG_INTERVALS * this.config.updaterIntervalMs;
    this.warmUp.endsMs = Math.max(this.warmUp.endsMs, soonMs);
  }

  allowances(nowMs: number): Allowances {
    if (this.warmUp && nowMs >= this.warmUp.endsMs) this.warmUp = undefined;
    return this.under(this.warmUp, nowMs);
  }

  /** The allowances right after a resume, which starts a warm-up. */
  allowancesOnceResumed(nowMs: number): Allowances {
    return this.under(this.newWarmUp(nowMs), nowMs);
  }

  acted(vpaKey: string, nowMs: number): void {
    this.rate?.spend(nowMs);
    this.warmUp?.bucket.spend(nowMs);
    if (this.config.evictionRateLimitPerVpa > 0) this.bucketOf(vpaKey, nowMs).spend(nowMs);
  }

  /** VPAs with actions so recent that their limit is not full again. */
  get vpasCounted(): number {
    return this.perVpa.size;
  }

  private under(warmUp: WarmUp | undefined, nowMs: number): Allowances {
    return {
      rate: this.rate?.allowance(nowMs),
      warmUp: warmUp && { ...warmUp.bucket.allowance(nowMs), endsMs: warmUp.endsMs },
      perVpa: this.config.evictionRateLimitPerVpa > 0 ? this.perVpaAt(nowMs) : undefined,
    };
  }

  private newWarmUp(nowMs: number): WarmUp | undefined {
    const { warmUpMs, warmUpRatePerMinute, updaterIntervalMs } = this.config;
    if (warmUpMs <= 0) return undefined;
    const everyMs = MINUTE_MS / warmUpRatePerMinute;
    const burst = Math.max(1, Math.floor(updaterIntervalMs / everyMs));
    return { bucket: new Bucket(everyMs, burst, nowMs), endsMs: nowMs + warmUpMs };
  }

  /** A full bucket equals none, so none is kept for VPAs that are gone. */
  private perVpaAt(nowMs: number): (key: string) => Allowance {
    for (const [key, bucket] of this.perVpa) if (bucket.isFull(nowMs)) this.perVpa.delete(key);
    const full = this.newBucket(nowMs).allowance(nowMs);
    return (key) => this.perVpa.get(key)?.allowance(nowMs) ?? full;
  }

  private bucketOf(vpaKey: string, nowMs: number): Bucket {
    return ofKey(this.perVpa, vpaKey, () => this.newBucket(nowMs));
  }

  private newBucket(nowMs: number): Bucket {
    const perMinute = this.config.evictionRateLimitPerVpa;
    return new Bucket(MINUTE_MS / perMinute, Math.max(1, Math.floor(perMinute)), nowMs);
  }
}
