import type { Clock } from '../lib/time/clock';
import { comesWithin } from '../lib/time/comes-within';

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
    await comesWithin(this.clock, PATIENCE_MS, working);
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
    await working;
  }
}
