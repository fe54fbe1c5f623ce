import { setImmediate as nextTurn } from 'node:timers/promises';

/** Real milliseconds a pass may hold the event loop before it lets pages and webhook have their turn. */
const SLICE_MS = 8;

/** Long work cut into slices: `await slices.breathe()` between two items gives the event loop its turn when due. */
export class Slices {
  private sliceStartedMs = performance.now();

  /** Answers at once, without a promise, while the slice lasts. */
  breathe(): Promise<void> | undefined {
    if (performance.now() - this.sliceStartedMs < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      this.sliceStartedMs = performance.now();
    });
  }
}
