import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Longest uninterrupted stretch of work, in real milliseconds, so that requests and pages are answered in between. It
 * grows with what others take between two stretches: where they keep the event loop busy for long, as a large embedded
 * cluster does, short stretches would never get anything done, and longer ones delay nobody much.
 */
const SLICE_MS = { least: 2, most: 50, shareOfOthers: 1 / 4 };
let sliceMs = SLICE_MS.least;

/** Work that may pause at each yield. */
export type Sliced<T> = Generator<void, T>;

/** Does the work without pausing. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does the work in slices and lets others run in between. Rejects with what the work throws. */
export async function inSlices<T>(work: Sliced<T>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < sliceMs) continue;
    await ownTurn();
    startedAt = performance.now();
  }
}

/**
 * The same for asynchronous work: `await slices.breathe()` between two items lets others run when due. Where items are
 * thousands, only a pause is awaited: to await nothing costs a microsecond, and more where async contexts are followed.
 */
export class Slices {
  private startedAt = performance.now();

  /** Returns at once, without a promise, while the slice lasts. */
  breathe(): Promise<void> | undefined {
    if (performance.now() - this.startedAt < sliceMs) return undefined;
    return ownTurn().then(() => {
      this.startedAt = performance.now();
    });
  }
}

let lastTurn: Promise<void> = Promise.resolve();

/**
 * A turn of the event loop for this caller alone: those that ask at the same time continue one after the other, each
 * once everything else that is due had its chance.
 */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    const endedAt = performance.now();
    await nextTurn();
    const othersMs = performance.now() - endedAt;
    sliceMs = Math.min(Math.max(SLICE_MS.least, othersMs * SLICE_MS.shareOfOthers), SLICE_MS.most);
  });
  return lastTurn;
}
