import { ownTurn } from '../lib/time/slices';

/**
 * Reads what many members sent one after the other, each in a turn of the event loop: people wait for one of them, not
 * for all.
 */
export class OneByOne {
  private last: Promise<unknown> = Promise.resolve();

  /** Rejects with what the work throws. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(ownTurn).then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}
