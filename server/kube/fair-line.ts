import { FairShare } from '../lib/memo/fair-share';
import type { Clock } from '../lib/time/clock';

interface Limits {
  /** A second, on average. */
  readonly qps: number;
  /** At once, after a pause. */
  readonly burst: number;
  /** Who may wait for one namespace. */
  readonly mostEach: number;
  readonly mostInAll: number;
}

/** Thrown for whoever waited, or would wait, in a line that is too long: nothing was asked. */
export class LineIsFull extends Error {
  override readonly name = 'LineIsFull';

  constructor(whose: string) {
    super(`too much is asked about ${whose || 'the cluster'} at once; it is asked for again`);
  }
}

interface Waiting {
  readonly whose: string;
  go(): void;
  leave(): void;
}

/**
 * A limited rate that namespaces share: each has a line of its own, and the lines take turns, so that whoever asks for
 * one thing never waits for the thousands that others ask for. Lines are bounded; in all, the longest gives way first.
 */
export class FairLine {
  private tokens: number;
  private refilledAtMs: number;
  private readonly lines: FairShare<Waiting>;
  /** Those whose line is not empty, whoever is next first. */
  private readonly turns = new Set<string>();
  private tickets = 0;
  private isServing = false;

  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {
    this.tokens = limits.burst;
    this.refilledAtMs = clock.steady();
    this.lines = new FairShare(limits.mostInAll);
  }

  /** Resolves when the caller may go. @throws LineIsFull */
  take(whose: string): Promise<void> {
    if (this.lines.sizeOf(whose) >= this.limits.mostEach) return Promise.reject(new LineIsFull(whose));
    return new Promise((resolve, reject) => {
      const waiting = { whose, go: resolve, leave: () => reject(new LineIsFull(whose)) };
      this.turns.add(whose);
      this.lines.set(whose, `${++this.tickets}`, waiting)?.leave();
      if (!this.isServing) void this.serve();
    });
  }

  /** Lets callers go as fast as they may, until nobody waits. */
  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.lines.size > 0) {
      this.refill();
      if (this.tokens >= 1) this.letOneGo();
      else await this.clock.sleep(((1 - this.tokens) / this.limits.qps) * 1000);
    }
    this.turns.clear();
    this.isServing = false;
  }

  private letOneGo(): void {
    const [whose] = this.turns;
    if (whose === undefined) return;
    this.turns.delete(whose);
    const [first] = this.lines.of(whose);
    if (!first) return;
    const [ticket, waiting] = first;
    this.lines.delete(whose, ticket);
    if (this.lines.sizeOf(whose) > 0) this.turns.add(whose);
    this.tokens -= 1;
    waiting.go();
  }

  private refill(): void {
    const now = this.clock.steady();
    const passedMs = Math.max(0, now - this.refilledAtMs);
    this.tokens = Math.min(this.limits.burst, this.tokens + (passedMs / 1000) * this.limits.qps);
    this.refilledAtMs = now;
  }
}
