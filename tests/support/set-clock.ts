import type { Clock } from '@/server/clock';

/** Another clock, which somebody may set: what it shows moves, what it waits for does not. */
export class SetClock implements Clock {
  /** What it shows beyond the other, in milliseconds. */
  offMs = 0;

  constructor(private readonly real: Clock) {}

  get speed(): number {
    return this.real.speed;
  }

  now(): number {
    return this.real.now() + this.offMs;
  }

  steady(): number {
    return this.real.steady();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.real.sleep(ms, signal);
  }

  after(ms: number, task: () => void): () => void {
    return this.real.after(ms, task);
  }
}
