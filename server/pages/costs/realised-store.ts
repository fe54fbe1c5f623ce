import { LRUCache } from 'lru-cache';
import type { VisibleNamespaces } from '../../access';
import type { Realised } from '../../contract/costs';
import { type RealisedGrid, RealisedSum, type RequestStep } from '../../decide/pods/money/realised';
import { ofKey } from '../../lib/memo/of-key';
import type { Clock } from '../../lib/time/clock';
import { Slices } from '../../lib/time/slices';
import type { PriceTable } from '../../model/price-table';
import { RESOURCES } from '../../objects/units';
import { type Series, type SeriesPoint, wideTier } from '../../store';
import { batchesOf, KeptReading, KeptReadings, type KnownReading } from '../kept-readings';
import type { CostedWorkload } from './cost-list';

/** Dates kept: those of the open tabs. */
const MOST_DATES = 4;
/** Steps of a line. */
const MOST_STEPS = 120;
/** Sums kept of a date, by namespace and policy; the workloads of others are in one sum. */
const MOST_SUMS = 2000;
const DAY_MS = 86_400_000;

interface RealisedStoreParts {
  readonly series: Pick<Series, 'pastOf'>;
  readonly prices: PriceTable | undefined;
  /** The cluster's time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly realTime: Pick<Clock, 'steady'>;
  /** The workloads that are counted now. */
  workloads(): Promise<readonly CostedWorkload[]>;
}

interface Read {
  readonly atMs: number;
  readonly stepMs: number;
  readonly grid: RealisedGrid;
  readonly sums: ReadonlyMap<string, Sum>;
}

interface Sum {
  readonly namespace: string | undefined;
  readonly policy: string | undefined;
  readonly sum: RealisedSum;
}

/** Whose requests are asked for. */
interface AskedOfStore {
  readonly namespace?: string;
  readonly policy?: string;
  readonly reach: VisibleNamespaces;
}

export type RealisedAnswer =
  | Exclude<KnownReading<Read>, { state: 'read' }>
  | { readonly state: 'read'; readonly realised: Realised };

/**
 * What became of requests since some dates. History is read a few VPAs at a time beside everything else, one date
 * after the other, and sums are kept.
 */
export class RealisedStore {
  private readonly dates = new LRUCache<number, KeptReading<Read>>({ max: MOST_DATES });
  private readonly readings: KeptReadings;

  constructor(private readonly parts: RealisedStoreParts) {
    this.readings = new KeptReadings(parts);
  }

  /** Answers from memory, and reads what is missing or old. */
  answer(sinceMs: number, asked: AskedOfStore): RealisedAnswer {
    const kept = ofKey(this.dates, sinceMs, () => new KeptReading());
    const known = this.readings.known(kept, () => this.read(sinceMs, kept));
    return known.state === 'read'
      ? { state: 'read', realised: this.realised(sinceMs, known.read, asked) }
      : known;
  }

  /** Resolves once nothing is being read. */
  get settled(): Promise<void> {
    return this.readings.settled;
  }

  /** Undefined if the store does not answer, or nobody asks for the date any more. */
  private async read(sinceMs: number, kept: KeptReading<Read>): Promise<Read | undefined> {
    const { series, clock, prices, workloads } = this.parts;
    const counted = await workloads();
    const nowMs = clock.now();
    const span = { fromMs: sinceMs - 2 * DAY_MS, toMs: nowMs };
    const { stepMs } = wideTier(span);
    const grid = gridOf(sinceMs, nowMs, stepMs);
    const sums = new Map<string, Sum>();
    const slices = new Slices();
    let done = 0;
    for (const batch of batchesOf(counted)) {
      if (this.dates.peek(sinceMs) !== kept) return undefined;
      const [{ namespace }] = batch;
      const pasts = await series.pastOf(
        namespace,
        batch.map(({ name }) => name),
        span,
      );
      if (!pasts) return undefined;
      const byContainer = new Map(pasts.map(({ vpa, container, points }) => [`${vpa}/${container}`, points]));
      for (const workload of batch) {
        const sum = sumFor(
          workload,
          sums,
          () => new RealisedSum({ sinceMs, historyStepMs: stepMs }, grid, prices !== undefined),
        );
        for (const container of workload.containers) {
          const now = { pods: workload.pods, request: requestsOf(container) };
          const points = byContainer.get(`${workload.name}/${container.name}`) ?? [];
          sum.add({ now, steps: points.map(stepOf), price: workload.price });
        }
        await slices.breathe();
      }
      done += batch.length;
      kept.progress = { done, of: counted.length };
    }
    return { atMs: nowMs, stepMs, grid, sums };
  }

  private realised(sinceMs: number, { atMs, stepMs, grid, sums }: Read, asked: AskedOfStore): Realised {
    const { prices } = this.parts;
    const whole = new RealisedSum({ sinceMs, historyStepMs: stepMs }, grid, prices !== undefined);
    for (const { namespace, policy, sum } of sums.values())
      if (asked.reach.covers(namespace) && fits(namespace, asked.namespace) && fits(policy, asked.policy))
        whole.merge(sum);
    const { compared, notKnown, notPriced, firstMs } = whole;
    return {
      sinceMs,
      atMs,
      ...whole.amounts,
      ...(prices && { money: whole.money }),
      compared,
      notKnown,
      notPriced,
      ...(Number.isFinite(firstMs) && { firstMs }),
      steps: whole.steps(),
      fromMs: grid.fromMs,
      stepMs: grid.stepMs,
    };
  }
}

function fits(own: string | undefined, asked: string | undefined): boolean {
  return asked === undefined || own === asked;
}

function sumFor(
  { namespace, policy }: CostedWorkload,
  sums: Map<string, Sum>,
  make: () => RealisedSum,
): RealisedSum {
  const key = `${namespace}/${policy}`;
  const known = sums.get(key) ?? (sums.size >= MOST_SUMS ? sums.get('') : undefined);
  if (known) return known.sum;
  const isOwn = sums.size < MOST_SUMS;
  const sum = make();
  sums.set(isOwn ? key : '', {
    namespace: isOwn ? namespace : undefined,
    policy: isOwn ? policy : undefined,
    sum,
  });
  return sum;
}

/** Whole steps of the history, as many as a line has. */
function gridOf(sinceMs: number, nowMs: number, historyStepMs: number): RealisedGrid {
  const fromMs = Math.floor(sinceMs / historyStepMs) * historyStepMs;
  const steps = Math.max(1, Math.ceil((nowMs - fromMs) / historyStepMs));
  const each = Math.ceil(steps / MOST_STEPS);
  return { fromMs, stepMs: each * historyStepMs, count: Math.ceil(steps / each) };
}

/** As histories have it: the largest of the pods. */
function requestsOf(container: CostedWorkload['containers'][number]) {
  return Object.fromEntries(RESOURCES.map((resource) => [resource, container[resource].request?.max]));
}

function stepOf({ atMs, replicas, cpu, memory }: SeriesPoint): RequestStep {
  return {
    atMs,
    ...(replicas !== undefined && { pods: replicas }),
    request: {
      ...(cpu.request !== undefined && { cpu: cpu.request }),
      ...(memory.request !== undefined && { memory: memory.request }),
    },
  };
}
