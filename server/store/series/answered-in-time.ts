import type { Clock } from '../../lib/time/clock';
import { InTime } from '../in-time';
import type { SeriesStore } from './series-store';

/** A database that takes a request and does not answer for this long counts as away. */
const UNANSWERED_MS = 10_000;

/**
 * The store, each of whose answers comes in time or not at all. A request that is late may still be carried out, which
 * does no harm: whatever is written is written whole, and again.
 */
export function answeredInTime(store: SeriesStore, wallClock: Pick<Clock, 'after'>): SeriesStore {
  const inTime = new InTime(wallClock, UNANSWERED_MS);
  const within = <T>(request: () => Promise<T>): Promise<T> =>
    inTime.isFull ? Promise.reject(new Error('the database does not answer')) : inTime.answer(request());
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
