import { LRUCache } from 'lru-cache';
import { upTo } from '../lib/memo/up-to';
import { AppError } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';

/** A client may save up the requests of this time: a page asks for much at once, and then for little. */
const SAVED_S = 10;
const MOST_CLIENTS = 10_000;

interface Allowance {
  left: number;
  atMs: number;
}

/** Requests of each client: so many a second, and those of ten seconds at once. */
export class RequestLimit {
  private readonly clients = new LRUCache<string, Allowance>(upTo(MOST_CLIENTS));

  /** @param perSecond 0 for no limit */
  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock,
  ) {}

  /** Counts a request. @throws AppError `too-many-requests` */
  check(client: string): void {
    if (this.perSecond === 0) return;
    const most = this.perSecond * SAVED_S;
    const nowMs = this.clock.steady();
    const known = this.clients.get(client) ?? { left: most, atMs: nowMs };
    const earned = ((nowMs - known.atMs) / 1000) * this.perSecond;
    const left = Math.min(most, known.left + earned);
    this.clients.set(client, { left: Math.max(0, left - 1), atMs: nowMs });
    if (left < 1) throw new AppError('too-many-requests');
  }
}
