import { type Clock, isPaced } from '../lib/time/clock';
import type { LoopListener, RunLabel } from '../lib/time/repeat';

/** So fast an hour passes in five seconds. */
export const HEAD_START_SPEED = 720;

/**
 * Makes the clock of an embedded cluster hurry for some of its time once the first pass is done: how long a process
 * takes to start does not count.
 */
export class HeadStart implements LoopListener {
  private hasBegun = false;

  /**
   * @param ms how long, in milliseconds of the clock
   * @param speed how fast the clock runs after it, times real time
   */
  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    private readonly speed: number,
  ) {}

  ran(loop: string, outcome: RunLabel): void {
    const { clock, ms, speed } = this;
    if (this.hasBegun || loop !== 'recommend' || outcome === 'retry' || outcome === 'failed') return;
    this.hasBegun = true;
    if (!isPaced(clock)) return;
    clock.pace(Math.max(speed, HEAD_START_SPEED));
    clock.after(ms, () => clock.pace(speed));
  }
}
