import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import { AppError } from '../errors';

const WINDOW_MS = 60_000;
/** Failed logins of one client in a minute. */
export const LOGIN_LIMIT = 10;
const MOST_CLIENTS = 10_000;

/** Failed logins by client within a minute; more than ten are refused unread. */
export class LoginLimit {
  private readonly failed = new LRUCache<string, { sinceMs: number; count: number }>({ max: MOST_CLIENTS });

  constructor(private readonly clock: Clock) {}

  /** @throws AppError `too-many-logins` */
  check(client: string): void {
    if (this.countOf(client) >= LOGIN_LIMIT) throw new AppError('too-many-logins');
  }

  note(client: string): void {
    const count = this.countOf(client) + 1;
    const sinceMs = count === 1 ? this.clock.now() : (this.failed.get(client)?.sinceMs ?? this.clock.now());
    this.failed.set(client, { sinceMs, count });
  }

  private countOf(client: string): number {
    const known = this.failed.get(client);
    return known && this.clock.now() - known.sinceMs < WINDOW_MS ? known.count : 0;
  }
}
