import type { ObjectFault } from '../kube/object-fault';
import type { WorkloadInput } from './plan/plan-input';
import type { Plan } from './plan/plan-types';

/** A plan with what it was made from, in the same order. */
export interface Planned {
  readonly plan: Plan;
  readonly workloads: readonly WorkloadInput[];
  /** What could not be compiled or judged, each named. */
  readonly faults: readonly ObjectFault[];
}

/** Real milliseconds from one making to the next, at least; a slow one is followed by a longer rest. */
const LEAST_REST_MS = 1000;
const REST_PER_MS = 10;

/**
 * The plan that people see: that of the last pass, and once it is known to be out of date, as after an edit, a stop
 * or what the pass itself did, one made again by the same function. One plan for everybody who asks.
 */
export class ShownPlan {
  /** Changes with every plan. */
  revision = 0;
  latest: Planned | undefined;
  /** Rises with everything that happens which a plan made before does not know of. */
  news = 0;
  private knownNews = -1;
  private restsUntilMs = 0;
  private making: Promise<void> | undefined;

  constructor(
    private readonly make: () => Promise<Planned>,
    /** Whether a plan of that time is too old, whatever happened since. */
    private readonly isTooOld: (atMs: number) => boolean,
  ) {}

  get isFilled(): boolean {
    return this.latest !== undefined;
  }

  /** Takes a plan, which knows of the news there were when it was begun. */
  show(planned: Planned, news: number): void {
    this.latest = planned;
    this.knownNews = news;
    this.revision++;
  }

  /** Something happened that the plan does not know of. */
  outdate(): void {
    this.news++;
  }

  /** Makes the plan again where it is out of date; undefined where it is not, or was made a moment ago. */
  refresh(): Promise<void> | undefined {
    if (this.making) return this.making;
    if (!this.latest || this.news !== this.knownNews || this.isTooOld(this.latest.plan.atMs)) this.begin();
    return this.making;
  }

  private begin(): void {
    if (this.latest && performance.now() < this.restsUntilMs) return;
    this.making = this.remake().finally(() => {
      this.making = undefined;
    });
  }

  private async remake(): Promise<void> {
    const startedMs = performance.now();
    const { news } = this;
    this.show(await this.make(), news);
    const tookMs = performance.now() - startedMs;
    this.restsUntilMs = performance.now() + Math.max(LEAST_REST_MS, REST_PER_MS * tookMs);
  }
}
