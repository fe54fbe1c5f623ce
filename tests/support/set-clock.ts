import { type Clock, ShiftedClock } from '@/server/lib/time/clock';

/** Another clock, which somebody may set: what it shows moves, what it waits for does not. */
export class SetClock extends ShiftedClock {
  constructor(
    real: Clock,
    private readonly setBy = { offMs: 0 },
  ) {
    super(real, setBy);
  }

  /** What it shows beyond the other, in milliseconds. */
  get offMs(): number {
    return this.setBy.offMs;
  }

  set offMs(ms: number) {
    this.setBy.offMs = ms;
  }
}
