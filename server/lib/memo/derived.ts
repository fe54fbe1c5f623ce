/** How long what took some time to make is not made again. */
export interface Rest {
  /** Work below this needs none; real milliseconds. */
  readonly cheapMs?: number;
  /** The least rest, in real milliseconds. */
  readonly leastMs?: number;
  /** How many times as long as the work. */
  readonly times?: number;
}

/** With it, work takes a fifth of the time at most, however many changes and open pages ask for it. */
const USUAL_REST: Rest = { cheapMs: 10, times: 4 };

/** The rest after work that took so long, in real milliseconds. */
export function restAfter(tookMs: number, { cheapMs = 0, leastMs = 0, times = 0 }: Rest): number {
  return tookMs < cheapMs ? 0 : Math.max(leastMs, times * tookMs);
}

interface DerivedOptions {
  readonly rest?: Rest;
  /** Real time, from any moment on. */
  readonly steadyMs?: () => number;
}

/**
 * The making of what is derived from data that changes: on demand, once for all who ask meanwhile, with a rest before
 * it is made again. What was made before stays in use until then.
 */
export class Derived {
  private making: Promise<void> | undefined;
  private restsUntilMs = Number.NEGATIVE_INFINITY;
  private readonly rest: Rest;
  private readonly steadyMs: () => number;

  constructor({ rest = USUAL_REST, steadyMs = () => performance.now() }: DerivedOptions = {}) {
    this.rest = rest;
    this.steadyMs = steadyMs;
  }

  get rests(): boolean {
    return this.steadyMs() < this.restsUntilMs;
  }

  /** The round under way. */
  get underWay(): Promise<void> | undefined {
    return this.making;
  }

  /** The round under way, or else a new one; its rest begins when it ends, however it ends. */
  make(work: () => Promise<void>): Promise<void> {
    this.making ??= this.round(work).finally(() => {
      this.making = undefined;
    });
    return this.making;
  }

  private async round(work: () => Promise<void>): Promise<void> {
    const startedMs = this.steadyMs();
    try {
      await work();
    } finally {
      const nowMs = this.steadyMs();
      this.restsUntilMs = nowMs + restAfter(nowMs - startedMs, this.rest);
    }
  }
}
