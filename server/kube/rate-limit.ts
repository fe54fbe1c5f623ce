import type { Clock } from '../lib/time/clock';

/** Who waits: people, or the loops of this process. */
export type RateQueue = 'people' | 'loops';

/** To wake for each of a thousand requests costs more than to send it: loops go a few at a time where they wait anyway. */
const GATHERED = 5;
/** They wait no longer for each other. */
const GATHER_MS = 100;

/**
 * At most `burst` at once and `qps` a second on average; in each line first come, first served. The lines take turns,
 * so that a person waits for one request of a loop and not for thousands, and people never hold up the loops for good.
 */
export class TokenBucket {
  private tokens: number;
  private refilledAtMs: number;
  private readonly lines = { people: new Set<() => void>(), loops: new Set<() => void>() };
  private next: RateQueue = 'people';
  private isServing = false;
  /** Ends the pause of whoever waits. */
  private hurry = (): void => undefined;

  constructor(
    private readonly qps: number,
    private readonly burst: number,
    private readonly clock: Clock,
  ) {
    this.tokens = burst;
    this.refilledAtMs = clock.steady();
  }

  /** Resolves when the caller may go; rejects with the signal's reason if it aborts first. */
  async take(signal?: AbortSignal, line: RateQueue = 'loops'): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.lines[line].delete(go);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.lines[line].add(go);
      if (!this.isServing) void this.serve();
      else if (line === 'people') this.hurry();
    });
  }

  /** Lets callers go as fast as they may, until nobody waits. */
  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.someoneWaits) {
      this.refill();
      if (this.tokens >= 1) this.letOneGo();
      else await this.pause();
    }
    this.isServing = false;
  }

  private async pause(): Promise<void> {
    const hurrying = new AbortController();
    this.hurry = () => hurrying.abort();
    const gathered = this.lines.people.size > 0 ? 1 : Math.min(GATHERED, this.burst);
    const msUntil = (tokens: number) => ((tokens - this.tokens) / this.qps) * 1000;
    await this.clock.sleep(Math.max(msUntil(1), Math.min(msUntil(gathered), GATHER_MS)), hurrying.signal);
  }

  private get someoneWaits(): boolean {
    return this.lines.people.size + this.lines.loops.size > 0;
  }

  private letOneGo(): void {
    const other = this.next === 'people' ? 'loops' : 'people';
    const line = this.lines[this.next].size > 0 ? this.next : other;
    const [go] = this.lines[line];
    if (!go) return;
    this.lines[line].delete(go);
    this.next = line === 'people' ? 'loops' : 'people';
    this.tokens -= 1;
    go();
  }

  private refill(): void {
    const now = this.clock.steady();
    const passedMs = Math.max(0, now - this.refilledAtMs);
    this.tokens = Math.min(this.burst, this.tokens + (passedMs / 1000) * this.qps);
    this.refilledAtMs = now;
  }
}
