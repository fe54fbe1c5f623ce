import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work at once, in real milliseconds, so that requests and pages are answered in between. */
const SLICE_MS = 8;

/** Work that may pause wherever it yields. */
export type Sliced<T> = Generator<void, T>;

/** Does the work without a pause. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does the work in slices and lets others have their turn in between. What throws rejects. */
export async function inSlices<T>(work: Sliced<T>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < SLICE_MS) continue;
    await ownTurn();
    startedAt = performance.now();
  }
}

/** The same for work that awaits: `await slices.breathe()` between two items gives others their turn when due. */
export class Slices {
  private startedAt = performance.now();

  /** Answers at once, without a promise, while the slice lasts. */
  breathe(): Promise<void> | undefined {
    if (performance.now() - this.startedAt < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      this.startedAt = performance.now();
    });
  }
}

let lastTurn: Promise<void> = Promise.resolve();

/** A turn of the event loop for one work alone: those that pause at the same time go on one after the other. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}
