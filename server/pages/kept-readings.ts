import { restAfter } from '../lib/memo/derived';
import type { Clock } from '../lib/time/clock';

/** VPAs read in one query: a few milliseconds of SQLite, which blocks the event loop. */
const AT_ONCE = 6;
/** What was read is read again after this much of the cluster's time. */
const READ_AGAIN_MS = 10 * 60_000;
/** Between two readings. */
const REST = { leastMs: 2_000, times: 20 };

/** What comes of a reading of history. */
interface Read {
  /** The cluster's time. */
  readonly atMs: number;
}

/** One reading that is kept, and how it stands. */
export class KeptReading<R extends Read> {
  read: R | undefined;
  /** While it is read: how far it is. */
  progress: { done: number; of: number } | undefined;
  /** Real time before which it is not read again. */
  nextMs = 0;
  /** Whether the store did not answer last. */
  isAway = false;
}

export type KnownReading<R> =
  | { readonly state: 'reading'; readonly done: number; readonly of: number }
  | { readonly state: 'away' }
  | { readonly state: 'read'; readonly read: R };

/** Readings of history that are kept: one is read after the other, beside everything else, once somebody asks. */
export class KeptReadings {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly clocks: {
      /** The cluster's time. */
      readonly clock: Pick<Clock, 'now'>;
      readonly realTime: Pick<Clock, 'steady'>;
    },
  ) {}

  /** Answers from memory, and reads what is missing or old. @param read undefined if it cannot be read now */
  known<R extends Read>(kept: KeptReading<R>, read: () => Promise<R | undefined>): KnownReading<R> {
    if (!kept.progress && this.isDue(kept)) this.begin(kept, read);
    if (kept.read) return { state: 'read', read: kept.read };
    if (kept.progress && !kept.isAway) return { state: 'reading', ...kept.progress };
    return { state: 'away' };
  }

  /** Resolves once nothing is being read. */
  get settled(): Promise<void> {
    return this.last;
  }

  private isDue({ read, nextMs }: KeptReading<Read>): boolean {
    const { clock, realTime } = this.clocks;
    return (
      realTime.steady() >= nextMs && clock.now() - (read?.atMs ?? Number.NEGATIVE_INFINITY) >= READ_AGAIN_MS
    );
  }

  private begin<R extends Read>(kept: KeptReading<R>, read: () => Promise<R | undefined>): void {
    kept.progress = { done: 0, of: 0 };
    this.last = this.last.then(async () => {
      const { realTime } = this.clocks;
      const beganMs = realTime.steady();
      try {
        const found = await read();
        if (found) kept.read = found;
        kept.isAway = !found;
      } catch {
        kept.isAway = true;
      } finally {
        kept.progress = undefined;
        const tookMs = realTime.steady() - beganMs;
        kept.nextMs = realTime.steady() + restAfter(tookMs, REST);
      }
    });
  }
}

/** Those of one query each: few, and of one namespace. @param all those of a namespace together */
export function* batchesOf<One extends { readonly namespace: string }>(
  all: Iterable<One>,
): Generator<[One, ...One[]]> {
  let batch: [One, ...One[]] | undefined;
  for (const one of all) {
    if (batch && batch.length < AT_ONCE && batch[0].namespace === one.namespace) batch.push(one);
    else {
      if (batch) yield batch;
      batch = [one];
    }
  }
  if (batch) yield batch;
}
