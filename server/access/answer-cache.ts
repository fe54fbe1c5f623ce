import { LRUCache } from 'lru-cache';
import { isKubeError, KubeError } from '../kube/errors';
import { ofKey } from '../lib/memo/of-key';
import { upTo } from '../lib/memo/up-to';
import type { Clock } from '../lib/time/clock';
import { comesWithin } from '../lib/time/comes-within';

/** How long an answer counts without asking again: what is taken away in the cluster is gone here by then. */
const FRESH_MS = 30_000;
/** From this age on, an answer that is asked for is asked for again behind it, so that nobody waits for the next. */
const AGAIN_MS = 20_000;
/** How long it still counts while the API server does not answer, so that people can stop everything then. */
const LASTS_MS = 10 * 60_000;
/** Who has an answer that still counts waits for the next no longer than this, and so does everyone once one was late. */
const LATE_MS = 500;
const MOST = 5_000;

/** Whether the API server answers; all that ask it share this, so that no request waits for it again and again. */
export interface Presence {
  isAway: boolean;
}

/** Answers of the API server, each kept for 30 s and asked for once at a time. */
export class AnswerCache<T> {
  private readonly known = new LRUCache<string, { atMs: number; value: T }>(upTo(MOST));
  private readonly asking = new Map<string, Promise<T>>();

  /** @param isLong whether an answer may take long although the API server is there: it takes many questions */
  constructor(
    private readonly clock: Clock,
    private readonly presence: Presence,
    private readonly isLong = false,
  ) {}

  /** @throws what `ask` throws, unless the API server does not answer and the last answer still counts */
  async answer(key: string, ask: () => Promise<T>): Promise<T> {
    const ageMs = this.clock.steady() - (this.known.get(key)?.atMs ?? Number.NEGATIVE_INFINITY);
    const last = ageMs < LASTS_MS ? this.known.get(key) : undefined;
    if (last && ageMs < AGAIN_MS) return last.value;
    const asked = this.askedOnce(key, ask);
    const waitMs = last && ageMs < FRESH_MS ? 0 : this.waitMs(last !== undefined);
    if (await this.isLate(asked, waitMs)) {
      // What it throws, the next who waits for the answer learns.
      asked.catch(() => undefined);
      if (last) return last.value;
      throw new KubeError('the API server does not answer now', { kind: 'timeout', status: 0, reason: '' });
    }
    return last ? orIfAway(asked, last.value) : asked;
  }

  /** The last answer, if it still counts. */
  last(key: string): T | undefined {
    return this.has(key) ? this.known.get(key)?.value : undefined;
  }

  /** Whether there is an answer that still counts, whatever it is. */
  has(key: string): boolean {
    const known = this.known.get(key);
    return known !== undefined && this.clock.steady() - known.atMs < LASTS_MS;
  }

  /** How long to wait for an answer; undefined for as long as it takes. */
  private waitMs(hasLast: boolean): number | undefined {
    if (this.presence.isAway) return hasLast ? 0 : LATE_MS;
    return hasLast && !this.isLong ? LATE_MS : undefined;
  }

  private async isLate(asked: Promise<T>, waitMs: number | undefined): Promise<boolean> {
    if (waitMs === undefined || waitMs === 0) return waitMs === 0;
    const answered = asked.catch(() => undefined);
    const isLate = !(await comesWithin(this.clock, waitMs, answered));
    if (isLate) this.presence.isAway = true;
    return isLate;
  }

  private askedOnce(key: string, ask: () => Promise<T>): Promise<T> {
    return ofKey(this.asking, key, () => this.asked(key, ask).finally(() => this.asking.delete(key)));
  }

  /** The answer counts from when it was asked for. */
  private async asked(key: string, ask: () => Promise<T>): Promise<T> {
    const atMs = this.clock.steady();
    try {
      const value = await ask();
      this.presence.isAway = false;
      this.known.set(key, { atMs, value });
      return value;
    } catch (thrown) {
      this.presence.isAway = isOfAway(thrown);
      throw thrown;
    }
  }
}

function isOfAway(thrown: unknown): boolean {
  return isKubeError(thrown, 'unreachable', 'timeout', 'server', 'too-many');
}

async function orIfAway<T>(asked: Promise<T>, last: T): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (isOfAway(thrown)) return last;
    throw thrown;
  }
}
