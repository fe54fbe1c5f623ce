import { Backoff } from '../lib/time/backoff';
import type { Clock } from '../lib/time/clock';
import { messageOf } from './database-error';
import { InTime } from './in-time';

/** A database that takes a request and does not answer for this long counts as away. */
const UNANSWERED_MS = 5_000;
/** Real time until a database that is away is asked again. */
const BACKOFF = { firstMs: 500, longestMs: 15_000 };

/** The database cannot be read or written at this time; the message is its own. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

export interface AskingParts<Store> {
  open(): Promise<Store>;
  wallClock: Clock;
  /** Whether what is stored belongs to an embedded cluster that is gone, and is removed. */
  startsAnew?: boolean;
}

/** A part of the database. While it is away, callers hear so at once and few of them try. */
export class StorePart<Store extends { clear(): Promise<void> }> {
  private readonly backoff = new Backoff(BACKOFF);
  private opening: Promise<Store> | undefined;
  private notBeforeMs = Number.NEGATIVE_INFINITY;
  private readonly inTime: InTime;
  private why = '';

  constructor(private readonly parts: AskingParts<Store>) {
    this.inTime = new InTime(parts.wallClock, UNANSWERED_MS);
  }

  /** What the store answers. @throws DatabaseAway */
  async ask<T>(question: (store: Store) => Promise<T>): Promise<T> {
    const { wallClock } = this.parts;
    if (this.inTime.isFull || wallClock.steady() < this.notBeforeMs) throw new DatabaseAway(this.why);
    try {
      const answer = await this.inTime.answer(this.opened().then(question));
      this.backoff.reset();
      return answer;
    } catch (error) {
      this.why = messageOf(error);
      this.notBeforeMs = wallClock.steady() + this.backoff.nextMs();
      throw new DatabaseAway(this.why, { cause: error });
    }
  }

  private opened(): Promise<Store> {
    this.opening ??= this.openedFirst().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async openedFirst(): Promise<Store> {
    const store = await this.parts.open();
    if (this.parts.startsAnew) await store.clear();
    return store;
  }
}
