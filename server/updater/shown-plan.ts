import type { WorkloadInput } from '../decide/running/plan-input';
import type { Plan } from '../decide/running/planned';
import { Derived } from '../lib/memo/derived';
import type { ObjectFault } from '../words/object-fault';

/** A plan with its inputs, in the same order. */
export interface Planned {
  readonly plan: Plan;
  readonly workloads: readonly WorkloadInput[];
  /** Objects that could not be compiled or judged. */
  readonly faults: readonly ObjectFault[];
}

/** Between two computations. */
const REST = { leastMs: 1000, times: 10 };

/**
 * The plan that people see: that of the last pass, or, once that is out of date (after an edit, a stop or the
 * pass itself), one made again by the same function. One plan for all requests.
 */
export class ShownPlan {
  /** Changes with every plan. */
  revision = 0;
  latest: Planned | undefined;
  /** Rises with every event that an earlier plan does not include. */
  news = 0;
  private knownNews = -1;
  private readonly derived = new Derived({ rest: REST });

  constructor(
    private readonly make: () => Promise<Planned>,
    /** Whether a plan of that time is too old in any case. */
    private readonly isTooOld: (atMs: number) => boolean,
  ) {}

  get isFilled(): boolean {
    return this.latest !== undefined;
  }

  /** Stores a plan, with the number of events when it was begun. */
  show(planned: Planned, news: number): void {
    this.latest = planned;
    this.knownNews = news;
    this.revision++;
  }

  /** Something happened that the plan does not include. */
  outdate(): void {
    this.news++;
  }

  /** Makes the plan again if it is out of date; undefined if it is not, or was made just now and may be old. */
  refresh(isForChange = false): Promise<void> | undefined {
    const { derived } = this;
    if (derived.underWay) return derived.underWay;
    const isOutdated = !this.latest || this.news !== this.knownNews || this.isTooOld(this.latest.plan.atMs);
    const rests = this.latest && derived.rests && !isForChange;
    if (!isOutdated || rests) return undefined;
    const { news } = this;
    return derived.make(async () => this.show(await this.make(), news));
  }
}
