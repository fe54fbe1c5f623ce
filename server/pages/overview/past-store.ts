import { PAST_SPANS, type PastSpanName, type PastTotals } from '../../contract/overview';
import type { Clock } from '../../lib/time/clock';
import { Slices } from '../../lib/time/slices';
import { type Series, wideTier } from '../../store';
import { batchesOf, KeptReading, KeptReadings } from '../kept-readings';
import { PastSum } from './past-sum';

/** Namespaces whose past is kept apart; the others are in that of all. */
export const MOST_NAMESPACES = 1000;

/** A VPA that counts. */
export interface PastOwner {
  readonly namespace: string;
  readonly name: string;
}

interface PastStoreParts {
  readonly series: Pick<Series, 'pastOf'>;
  /** The cluster's time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly realTime: Pick<Clock, 'steady' | 'sleep'>;
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

/** How long an answer waits for what is being read, in real milliseconds. */
const PATIENCE_MS = 1_000;

const LONGEST_MS: Readonly<Record<Reading, number>> = { hours: PAST_SPANS.week, days: PAST_SPANS.month };

/**
 * What the workloads of now requested, needed and used in the past. History is read a few VPAs at a time beside
 * everything else, once somebody asks and again from time to time while people do; sums are kept.
 */
export class PastStore {
  private readonly kept: Readonly<Record<Reading, KeptReading<Read>>> = {
    hours: new KeptReading(),
    days: new KeptReading(),
  };
  private readonly readings: KeptReadings;

  constructor(private readonly parts: PastStoreParts) {
    this.readings = new KeptReadings(parts);
  }

  /**
   * Up to now: what is missing or old is read, and if that does not take long, the answer has it. `namespaces`: only
   * these, if given.
   */
  async upToNow(span: PastSpanName, namespaces?: Iterable<string>): Promise<PastTotals> {
    const known = this.answer(span, namespaces);
    const isOld =
      known.state === 'reading' ||
      (known.state === 'read' && this.parts.clock.now() - known.atMs > known.stepMs);
    if (!isOld) return known;
    await Promise.race([this.settled, this.parts.realTime.sleep(PATIENCE_MS)]);
    return this.answer(span, namespaces);
  }

  /** Answers from memory, and begins to read what is missing or old. */
  answer(span: PastSpanName, namespaces?: Iterable<string>): PastTotals {
    const reading = span === 'month' ? 'days' : 'hours';
    const kept = this.kept[reading];
    const known = this.readings.known(kept, () => this.read(reading, kept));
    return known.state === 'read' ? this.told(known.read, span, namespaces) : known;
  }

  /** Resolves once nothing is being read. */
  get settled(): Promise<void> {
    return this.readings.settled;
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

  /** Undefined if the store does not answer. */
  private async read(reading: Reading, kept: KeptReading<Read>): Promise<Read | undefined> {
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
    for (const batch of batchesOf(all)) {
      await slices.breathe();
      const [{ namespace }] = batch;
      const names = batch.map(({ name }) => name);
      const pasts = await series.pastOf(namespace, names, span);
      if (!pasts) return undefined;
      const known = byNamespace.get(namespace);
      const own = known ?? (byNamespace.size < MOST_NAMESPACES ? new PastSum(grid) : others);
      if (!known && own !== others) byNamespace.set(namespace, own);
      for (const { points } of pasts) {
        own.add(points);
        await slices.breathe();
      }
      done += batch.length;
      kept.progress = { done, of: all.length };
    }
    const whole = new PastSum(grid);
    for (const one of [...byNamespace.values(), others]) {
      whole.merge(one);
      await slices.breathe();
    }
    return { atMs: nowMs, whole, byNamespace };
  }
}
