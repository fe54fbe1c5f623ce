import type { Clock } from '../../../clock';
import { Slices } from '../../../slices';
import { type Series, wideTier } from '../../../store';
import { PastSum } from './past-sum';
import { PAST_SPANS, type PastSpanName, type PastTotals } from './views';

/** VPAs read in one query: a few milliseconds of SQLite, which blocks the event loop. */
const AT_ONCE = 6;
/** Namespaces whose past is kept apart; the others are in that of all. */
export const MOST_NAMESPACES = 1000;
/** The past is read again after this much of the cluster's time. */
const READ_AGAIN_MS = 10 * 60_000;
/** In real time: the least rest between two readings, and that rest as a multiple of what a reading takes. */
const LEAST_REST_MS = 30_000;
const REST_PER_MS = 20;

/** A VPA that counts. */
export interface PastOwner {
  readonly namespace: string;
  readonly name: string;
}

interface BookParts {
  readonly series: Pick<Series, 'pastOf'>;
  /** The cluster's time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly realTime: Pick<Clock, 'now'>;
  /** The VPAs of now, those of a namespace together; one for each workload. */
  owners(): Promise<readonly PastOwner[]>;
}

interface Read {
  readonly atMs: number;
  readonly whole: PastSum;
  readonly byNamespace: ReadonlyMap<string, PastSum>;
}

/** Readings of the hours and of the days: the spans share them. */
type Reading = 'hours' | 'days';

const LONGEST_MS: Readonly<Record<Reading, number>> = { hours: PAST_SPANS.week, days: PAST_SPANS.month };

class Entry {
  read: Read | undefined;
  progress: { done: number; of: number } | undefined;
  /** Real time. */
  nextMs = 0;
  isAway = false;
}

/**
 * What the workloads of now requested, needed and used in the past. History is read a few VPAs at a time beside
 * everything else, once somebody asks and again from time to time while people do; sums are kept.
 */
export class PastBook {
  private readonly entries: Readonly<Record<Reading, Entry>> = { hours: new Entry(), days: new Entry() };
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: BookParts) {}

  /** Answers from memory, and reads what is missing or old. `namespaces`: only these, if given. */
  answer(span: PastSpanName, namespaces?: Iterable<string>): PastTotals {
    const reading = span === 'month' ? 'days' : 'hours';
    const entry = this.entries[reading];
    if (!entry.progress && this.isDue(entry)) this.begin(reading, entry);
    const { read, progress, isAway } = entry;
    if (read) return this.told(read, span, namespaces);
    if (progress && !isAway) return { state: 'reading', ...progress };
    return { state: 'away' };
  }

  /** Resolves once nothing is being read. */
  get settled(): Promise<void> {
    return this.last;
  }

  private told(
    { atMs, whole, byNamespace }: Read,
    span: PastSpanName,
    namespaces?: Iterable<string>,
  ): PastTotals {
    const { stepMs } = whole.grid;
    const fromMs = atMs - PAST_SPANS[span];
    let sum = whole;
    if (namespaces) {
      sum = new PastSum(whole.grid);
      for (const namespace of namespaces) {
        const own = byNamespace.get(namespace);
        if (own) sum.merge(own);
        else if (byNamespace.size >= MOST_NAMESPACES) return { state: 'together' };
      }
    }
    return { state: 'read', atMs, fromMs, stepMs, steps: sum.steps().filter((step) => step.atMs > fromMs) };
  }

  private isDue({ read, nextMs }: Entry): boolean {
    const { clock, realTime } = this.parts;
    return (
      realTime.now() >= nextMs && clock.now() - (read?.atMs ?? Number.NEGATIVE_INFINITY) >= READ_AGAIN_MS
    );
  }

  private begin(reading: Reading, entry: Entry): void {
    entry.progress = { done: 0, of: 0 };
    this.last = this.last.then(async () => {
      const { realTime } = this.parts;
      const beganMs = realTime.now();
      try {
        const read = await this.read(reading, entry);
        if (read) entry.read = read;
        entry.isAway = !read;
      } catch {
        entry.isAway = true;
      } finally {
        entry.progress = undefined;
        entry.nextMs = realTime.now() + Math.max(LEAST_REST_MS, REST_PER_MS * (realTime.now() - beganMs));
      }
    });
  }

  /** Undefined if the store does not answer. */
  private async read(reading: Reading, entry: Entry): Promise<Read | undefined> {
    const { series, clock, owners } = this.parts;
    const all = await owners();
    const nowMs = clock.now();
    const span = { fromMs: nowMs - LONGEST_MS[reading], toMs: nowMs };
    const { stepMs } = wideTier(span);
    const fromMs = Math.floor(span.fromMs / stepMs) * stepMs;
    const grid = { fromMs, stepMs, count: Math.ceil((nowMs - fromMs) / stepMs) };
    const others = new PastSum(grid);
    const byNamespace = new Map<string, PastSum>();
    const slices = new Slices();
    let done = 0;
    for (const { namespace, names } of batchesOf(all)) {
      await slices.breathe();
      const pasts = await series.pastOf(namespace, names, span);
      if (!pasts) return undefined;
      const known = byNamespace.get(namespace);
      const own = known ?? (byNamespace.size < MOST_NAMESPACES ? new PastSum(grid) : others);
      if (!known && own !== others) byNamespace.set(namespace, own);
      for (const { points } of pasts) {
        own.add(points);
        await slices.breathe();
      }
      done += names.length;
      entry.progress = { done, of: all.length };
    }
    const whole = new PastSum(grid);
    for (const one of [...byNamespace.values(), others]) {
      whole.merge(one);
      await slices.breathe();
    }
    return { atMs: nowMs, whole, byNamespace };
  }
}

function* batchesOf(owners: readonly PastOwner[]): Generator<{ namespace: string; names: string[] }> {
  let names: string[] = [];
  let namespace = '';
  for (const owner of owners) {
    if (names.length > 0 && (names.length >= AT_ONCE || namespace !== owner.namespace)) {
      yield { namespace, names };
      names = [];
    }
    namespace = owner.namespace;
    names.push(owner.name);
  }
  if (names.length > 0) yield { namespace, names };
}
