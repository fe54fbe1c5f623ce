import { nearestRanks } from '../../model/nearest-rank';
import { RESOURCES, type Resource } from '../../objects/units';
import type { ContainerStep, ReplayedContainer } from './container-run';
import type { ReplayOptions, ReplayWorkload } from './workload';

const DAY_MS = 86_400_000;
/** Usage is averaged over windows of this length before its percentile is taken (Autopilot). */
const WINDOW_MS = 300_000;
const USED_RANK = 0.95;

/** Sums of one resource: amounts in cores or GiB, times in ms. */
export interface ResourceSums {
  /** Time with known usage, over all replicas. */
  knownMs: number;
  /** Over that time: amount × ms requested, used. */
  requested: number;
  used: number;
  /** Time with usage above the limit, or the request without one, and the excess as a share of it × ms. */
  shortMs: number;
  shortDepth: number;
  /** Relative slack of each day × its ms, and the ms of those days. */
  daySlack: number;
  dayMs: number;
}

export interface ReplaySums {
  readonly cpu: ResourceSums;
  readonly memory: ResourceSums;
  /** Containers up, over all replicas. */
  upMs: number;
  /** The time replayed. */
  elapsedMs: number;
  /** Amount × ms requested by pods that are there. */
  cpuRequested: number;
  memoryRequested: number;
  ooms: number;
  /** Days, and those without an OOM kill. */
  days: number;
  oomFreeDays: number;
  throttledMs: number;
  recommendationChanges: number;
  evictions: number;
  resizes: number;
  awayMs: number;
}

/** Units of the figures per unit of what is requested. */
export const UNIT: Readonly<Record<Resource, number>> = { cpu: 1 / 1000, memory: 1 / 2 ** 30 };

/** Counts what happens in the replay of one workload. */
export class ReplayTally {
  readonly sums: ReplaySums = {
    cpu: noSums(),
    memory: noSums(),
    upMs: 0,
    elapsedMs: 0,
    cpuRequested: 0,
    memoryRequested: 0,
    ooms: 0,
    days: 0,
    oomFreeDays: 0,
    throttledMs: 0,
    recommendationChanges: 0,
    evictions: 0,
    resizes: 0,
    awayMs: 0,
  };
  private readonly countsFromMs: number;
  private counts = false;
  /** NaN before the first day. */
  private dayEndsMs = Number.NaN;
  private windowEndsMs = Number.NaN;
  private hasOom = false;
  private hasRecommendation = false;
  private readonly dayCpu = new Day();
  private readonly dayMemory = new Day();

  constructor(
    private readonly workload: Pick<ReplayWorkload, 'startMs' | 'stepMs' | 'containers'>,
    { learnMs }: Pick<ReplayOptions, 'learnMs'>,
  ) {
    this.countsFromMs = workload.startMs + learnMs;
  }

  /** A step begins. Days are those of UTC. */
  begin(atMs: number): void {
    this.counts = atMs >= this.countsFromMs;
    if (!this.counts) return;
    if (!(atMs < this.dayEndsMs)) this.beginDay(atMs);
    if (!(atMs < this.windowEndsMs)) this.beginWindow(atMs);
    this.sums.elapsedMs += this.workload.stepMs;
  }

  private beginDay(atMs: number): void {
    this.endDay();
    this.dayEndsMs = (Math.floor(atMs / DAY_MS) + 1) * DAY_MS;
  }

  private beginWindow(atMs: number): void {
    this.dayCpu.closeWindows();
    this.dayMemory.closeWindows();
    this.windowEndsMs = (Math.floor(atMs / WINDOW_MS) + 1) * WINDOW_MS;
  }

  away(ms: number): void {
    if (this.counts) this.sums.awayMs += ms;
  }

  lived(run: ReplayedContainer, index: number, replica: number, step: ContainerStep, stepMs: number): void {
    if (!this.counts) return;
    const { sums } = this;
    const upMs = step.upShare * stepMs;
    sums.upMs += upMs;
    sums.awayMs += stepMs - upMs;
    sums.cpuRequested += (run.requests.cpu ?? 0) * UNIT.cpu * stepMs;
    sums.memoryRequested += (run.requests.memory ?? 0) * UNIT.memory * stepMs;
    if (step.isThrottled) sums.throttledMs += upMs;
    if (step.kills > 0) {
      sums.ooms += step.kills;
      this.hasOom = true;
    }
    if (upMs === 0) return;
    const slot = replica * this.workload.containers.length + index;
    const { requests, limits } = run;
    if (!Number.isNaN(step.cpu)) {
      const allotted = (limits.cpu ?? requests.cpu ?? 0) * UNIT.cpu;
      const used = step.cpu * UNIT.cpu;
      const requested = (requests.cpu ?? limits.cpu ?? 0) * UNIT.cpu;
      addTo(sums.cpu, used, allotted, requested, upMs);
      this.dayCpu.add(slot, used, requested, upMs);
    }
    if (!Number.isNaN(step.memory)) {
      const allotted = (limits.memory ?? requests.memory ?? 0) * UNIT.memory;
      const used = step.memory * UNIT.memory;
      const requested = (requests.memory ?? limits.memory ?? 0) * UNIT.memory;
      addTo(sums.memory, used, allotted, requested, upMs);
      this.dayMemory.add(slot, used, requested, upMs);
    }
  }

  /** The first recommendation is no change. */
  recommended(): void {
    if (this.counts && this.hasRecommendation) this.sums.recommendationChanges++;
    this.hasRecommendation = true;
  }

  acted(kind: 'evict' | 'resize'): void {
    if (!this.counts) return;
    if (kind === 'evict') this.sums.evictions++;
    else this.sums.resizes++;
  }

  end(): ReplaySums {
    this.endDay();
    this.dayEndsMs = Number.NaN;
    return this.sums;
  }

  private endDay(): void {
    if (Number.isNaN(this.dayEndsMs)) return;
    this.sums.days++;
    if (!this.hasOom) this.sums.oomFreeDays++;
    this.hasOom = false;
    for (const resource of RESOURCES) {
      const day = resource === 'cpu' ? this.dayCpu : this.dayMemory;
      const slack = day.end();
      if (slack === undefined) continue;
      this.sums[resource].daySlack += slack.share * slack.ms;
      this.sums[resource].dayMs += slack.ms;
    }
  }
}

/** @param allotted what usage is short of: the limit, or the request of a container without one */
function addTo(of: ResourceSums, used: number, allotted: number, requested: number, ms: number): void {
  of.knownMs += ms;
  of.used += used * ms;
  of.requested += requested * ms;
  if (used <= allotted || allotted <= 0) return;
  of.shortMs += ms;
  of.shortDepth += (used / allotted - 1) * ms;
}

/** The 5-minute averages of one resource over a day, and what was requested. */
class Day {
  private averages = new Float64Array(DAY_MS / WINDOW_MS);
  private count = 0;
  /** The open window of each container, by its slot. */
  private readonly windows: { sum: number; ms: number }[] = [];
  private requested = 0;
  private ms = 0;

  add(slot: number, usage: number, requested: number, ms: number): void {
    while (this.windows.length <= slot) this.windows.push({ sum: 0, ms: 0 });
    const own = this.windows[slot];
    if (!own) return;
    own.sum += usage * ms;
    own.ms += ms;
    this.requested += requested * ms;
    this.ms += ms;
  }

  /** (L̄ − U95) / L̄ of the day; undefined if nothing was requested or known. */
  end(): { share: number; ms: number } | undefined {
    this.closeWindows();
    const { ms } = this;
    const mean = ms > 0 ? this.requested / ms : 0;
    const [used = 0] = nearestRanks(this.averages.subarray(0, this.count), [USED_RANK]);
    this.count = 0;
    this.requested = 0;
    this.ms = 0;
    return mean > 0 ? { share: (mean - used) / mean, ms } : undefined;
  }

  closeWindows(): void {
    for (const own of this.windows) {
      if (own.ms > 0) this.take(own.sum / own.ms);
      own.sum = 0;
      own.ms = 0;
    }
  }

  private take(average: number): void {
    if (this.count === this.averages.length) {
      const more = new Float64Array(this.count * 2);
      more.set(this.averages);
      this.averages = more;
    }
    this.averages[this.count++] = average;
  }
}

export function noSums(): ResourceSums {
  return {
    knownMs: 0,
    requested: 0,
    used: 0,
    shortMs: 0,
    shortDepth: 0,
    daySlack: 0,
    dayMs: 0,
  };
}
