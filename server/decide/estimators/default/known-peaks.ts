/** Closed windows are forgotten once this many more peaks came. */
const FORGET_EVERY = 64;

/** The memory peaks of open windows that were learned here, so that no other is taken back. */
export class KnownPeaks {
  private readonly counts = new Map<string, { endMs: number; count: number }>();
  private forgetAt = FORGET_EVERY;

  add(bytes: number, endMs: number): void {
    const key = `${endMs} ${bytes}`;
    const known = this.counts.get(key);
    if (known) known.count++;
    else this.counts.set(key, { endMs, count: 1 });
  }

  /** @returns whether that peak was known */
  remove(bytes: number, endMs: number): boolean {
    const key = `${endMs} ${bytes}`;
    const known = this.counts.get(key);
    if (!known) return false;
    known.count--;
    if (known.count === 0) this.counts.delete(key);
    return true;
  }

  /** Forgets windows that ended before `nowMs`, now and then. */
  forget(nowMs: number): void {
    if (this.counts.size < this.forgetAt) return;
    for (const [key, { endMs }] of this.counts) if (endMs < nowMs) this.counts.delete(key);
    this.forgetAt = this.counts.size + FORGET_EVERY;
  }
}
