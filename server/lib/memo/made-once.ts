import { LRUCache } from 'lru-cache';

/** Those of the open tabs. */
const USUAL_MOST = 64;

interface Keyed {
  /** Stands for all that changes what is made. */
  readonly key: string;
}

interface MadeOnceOptions<Facts, T> {
  readonly make: (facts: Facts) => Promise<T>;
  /** How many are kept; whichever was asked for longest ago makes room. */
  readonly most?: number;
  /** How long one counts, in real milliseconds; for ever, if absent. */
  readonly forMs?: number | ((made: T) => number);
  /** Whether one is kept for those who ask later; a failure never is. */
  readonly isKept?: (made: T) => boolean;
}

/** What is made of facts: once for all who ask while it is made, and kept for those who ask later. */
export class MadeOnce<Facts extends Keyed, T extends object> {
  private readonly made: LRUCache<string, T, Keyed>;
  private readonly isKept: (made: T) => boolean;

  constructor({ make, most = USUAL_MOST, forMs = 0, isKept = () => true }: MadeOnceOptions<Facts, T>) {
    this.isKept = isKept;
    this.made = new LRUCache<string, T, Keyed>({
      max: most,
      ttl: typeof forMs === 'number' ? forMs : 0,
      fetchMethod: async (_key, _former, { context, options }) => {
        const made = await make(context as Facts);
        if (typeof forMs !== 'number') options.ttl = forMs(made);
        return made;
      },
      // Who asked gets it also if others made it lose its place meanwhile.
      ignoreFetchAbort: true,
    });
  }

  /** Rejects as `make` does. */
  async of(facts: Facts): Promise<T> {
    const { key } = facts;
    const made = await this.made.forceFetch(key, { context: facts });
    if (!this.isKept(made) && this.made.peek(key) === made) this.made.delete(key);
    return made;
  }

  /** If it is made and kept. */
  known(key: string): T | undefined {
    return this.made.get(key);
  }
}
