/** Work below this is always done again at once. */
const CHEAP_MS = 10;
/** How many times as long as it took, costly work rests before it is done again. */
const TIMES = 4;

/**
 * The rest between two rounds of the same work: however many changes and open pages ask for it, it takes a fifth of the
 * time at most.
 */
export class Rest {
  private startedMs = 0;
  private untilMs = Number.NEGATIVE_INFINITY;

  get isOn(): boolean {
    return performance.now() < this.untilMs;
  }

  begin(): void {
    this.startedMs = performance.now();
  }

  end(): void {
    const nowMs = performance.now();
    const tookMs = nowMs - this.startedMs;
    if (tookMs > CHEAP_MS) this.untilMs = nowMs + TIMES * tookMs;
  }
}
