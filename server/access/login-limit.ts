import { LRUCache } from 'lru-cache';
import { ofKey } from '../lib/memo/of-key';
import { upTo } from '../lib/memo/up-to';
import { AppError } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';

const WINDOW_MS = 60_000;
/** Failed logins of one client in a minute. */
export const LOGIN_LIMIT = 10;
const MOST_CLIENTS = 10_000;

/** Failed logins by client within a minute; more than ten are refused unread, however many come at once. */
export class LoginLimit {
  private readonly failed = new LRUCache<string, { sinceMs: number; count: number }>(upTo(MOST_CLIENTS));
  /** The tokens of a client that are being reviewed. */
  private readonly underWay = new Map<string, Map<string, Promise<unknown>>>();

  constructor(private readonly clock: Clock) {}

  /**
   * Reviews the token of a client once its other tokens leave room for one more that fails.
   * @throws AppError `too-many-logins`, and what `review` throws
   */
  async attempt<T>(
    client: string,
    token: string,
    review: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    for (;;) {
      const count = this.countOf(client);
      if (count >= LOGIN_LIMIT) throw new AppError('too-many-logins');
      const others = this.underWay.get(client);
      if (!others || others.has(token) || count + others.size < LOGIN_LIMIT) break;
      await Promise.race(others.values()).catch(() => undefined);
    }
    return this.reviewed(client, token, review);
  }

  private async reviewed<T>(
    client: string,
    token: string,
    review: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const tokens = ofKey(this.underWay, client, () => new Map<string, Promise<unknown>>());
    const known = tokens.get(token) as Promise<T | undefined> | undefined;
    if (known) return known;
    const reviewing = review().then((found) => {
      if (!found) this.note(client);
      return found;
    });
    tokens.set(token, reviewing);
    try {
      return await reviewing;
    } finally {
      tokens.delete(token);
      if (tokens.size === 0) this.underWay.delete(client);
    }
  }

  private note(client: string): void {
    const count = this.countOf(client) + 1;
    const nowMs = this.clock.steady();
    const sinceMs = count === 1 ? nowMs : (this.failed.get(client)?.sinceMs ?? nowMs);
    this.failed.set(client, { sinceMs, count });
  }

  private countOf(client: string): number {
    const known = this.failed.get(client);
    return known && this.clock.steady() - known.sinceMs < WINDOW_MS ? known.count : 0;
  }
}
