/** Work below this is always done again at once. */
const CHEAP_MS = 10;
/** How many times as long as it took, costly work rests before it is done again. */
const TIMES = 4;

/**
 * The rest between two rounds of the same work: however many changes and open pages ask for it, it takes a fifth of the
 * time at most.
 */
export class Rest {
  private untilMs = Number.NEGATIVE_INFINITY;

  /** @param steadyMs real time, from any moment on */
  constructor(private readonly steadyMs = () => performance.now()) {}

  get isOn(): boolean {
    return this.steadyMs() < this.untilMs;
  }

  /** Does one round of the work; the rest begins when it ends, however it ends. */
  async after(work: () => Promise<void>): Promise<void> {
    const startedMs = this.steadyMs();
    try {
      await work();
    } finally {
      const nowMs = this.steadyMs();
      const tookMs = nowMs - startedMs;
      if (tookMs > CHEAP_MS) this.untilMs = nowMs + TIMES * tookMs;
    }
  }
}
