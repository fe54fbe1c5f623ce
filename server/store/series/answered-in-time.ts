import type { Clock } from '../../lib/time/clock';
import type { SeriesStore } from './series-store';

/** A database that takes a request and does not answer for this long counts as away. */
const UNANSWERED_MS = 10_000;
/** While so many requests wait for an answer, no other is made: they hold connections that others need. */
const MOST_UNANSWERED = 2;

/**
 * The store, each of whose answers comes in time or not at all. A request that is late may still be carried out, which
 * does no harm: whatever is written is written whole, and again.
 */
export function answeredInTime(store: SeriesStore, wallClock: Pick<Clock, 'after'>): SeriesStore {
  let unanswered = 0;
  const within = <T>(request: () => Promise<T>): Promise<T> => {
    if (unanswered >= MOST_UNANSWERED) return Promise.reject(new Error('the database does not answer'));
    return new Promise((resolve, reject) => {
      let settled = () => cancel();
      const cancel = wallClock.after(UNANSWERED_MS, () => {
        unanswered++;
        settled = () => {
          unanswered--;
        };
        reject(new Error('the database does not answer'));
      });
      request()
        .finally(() => settled())
        .then(resolve, reject);
    });
  };
  return {
    write: (blocks) => within(() => store.write(blocks)),
    read: (...asked) => within(() => store.read(...asked)),
    readOf: (...asked) => within(() => store.readOf(...asked)),
    keys: (...asked) => within(() => store.keys(...asked)),
    unrolled: (...asked) => within(() => store.unrolled(...asked)),
    writeHappenings: (happenings) => within(() => store.writeHappenings(happenings)),
    happenings: (...asked) => within(() => store.happenings(...asked)),
    pruneHappenings: (...asked) => within(() => store.pruneHappenings(...asked)),
    clear: () => within(() => store.clear()),
    prune: (...asked) => within(() => store.prune(...asked)),
  };
}
