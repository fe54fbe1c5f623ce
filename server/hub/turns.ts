import type { Clock } from '../lib/time/clock';

const USUALLY_AT_ONCE = 16;
/** After this time a member that has not answered makes room for others. */
const PATIENCE_MS = 500;

/** Asks members a few at a time; who is slow goes on beside them. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly clock: Clock,
    private free = USUALLY_AT_ONCE,
  ) {}

  /** Ends with the work. */
  async inTurn(work: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    const working = work();
    await this.within(PATIENCE_MS, working);
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
    await working;
  }

  private async within(ms: number, work: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    await Promise.race([work, this.clock.sleep(ms, over.signal)]);
    over.abort();
  }
}
