import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import { isKubeError } from '../kube/errors';

/** How long an answer counts without asking again: what is taken away in the cluster is gone here by then. */
const FRESH_MS = 30_000;
/** From this age on, an answer that is asked for is asked for again behind it, so that nobody waits for the next. */
const AGAIN_MS = 20_000;
/** How long it still counts while the API server does not answer, so that people can stop everything then. */
const LASTS_MS = 10 * 60_000;
const MOST = 5_000;

/** Answers of the API server, each kept for 30 s and asked for once at a time. */
export class BriefMemory<T> {
  private readonly known = new LRUCache<string, { atMs: number; value: T }>({ max: MOST });
  private readonly asking = new Map<string, Promise<T>>();

  constructor(private readonly clock: Clock) {}

  /** @throws what `ask` throws, unless the API server does not answer and the last answer still counts */
  async answer(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.known.get(key);
    const ageMs = this.clock.steady() - (known?.atMs ?? 0);
    if (known && ageMs < FRESH_MS) {
      // What it throws, the next who waits for the answer learns.
      if (ageMs >= AGAIN_MS) this.askedOnce(key, ask).catch(() => undefined);
      return known.value;
    }
    try {
      return await this.askedOnce(key, ask);
    } catch (thrown) {
      const isAway = isKubeError(thrown, 'unreachable', 'timeout', 'server', 'too-many');
      if (known && isAway && ageMs < LASTS_MS) return known.value;
      throw thrown;
    }
  }

  private askedOnce(key: string, ask: () => Promise<T>): Promise<T> {
    const asking = this.asking.get(key) ?? this.asked(key, ask).finally(() => this.asking.delete(key));
    this.asking.set(key, asking);
    return asking;
  }

  /** The answer counts from when it was asked for. */
  private async asked(key: string, ask: () => Promise<T>): Promise<T> {
    const atMs = this.clock.steady();
    const value = await ask();
    this.known.set(key, { atMs, value });
    return value;
  }
}
