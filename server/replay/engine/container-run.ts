import type { Loop } from '../../contract/replays';
import type { Amounts } from '../../objects/units';
import type { ReplicaUsage } from './workload';

/** So long a container lives above its memory limit until it is killed, also where samples are further apart. */
const LONGEST_LIFE_MS = 60_000;
/** Usage that stays above the limit counts as another kill so often. */
const COUNTS_AGAIN_MS = 3_600_000;

export interface ContainerStep {
  /** The share of the step in which it was up, from 0 to 1. */
  upShare: number;
  /** What it wanted, in millicores and bytes; NaN where unknown. */
  cpu: number;
  memory: number;
  measuredCpu: number;
  measuredMemory: number;
  isThrottled: boolean;
  /**
   * OOM kills that count: one when usage rises above the limit, and one more for each hour that it stays above the
   * same limit, however often the kubelet starts the container in between.
   */
  kills: number;
  /** Each time at which it was killed and started again, Unix ms. */
  readonly restartsMs: number[];
}

const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 300_000;
const FORGET_AFTER_MS = 600_000;

/** The kubelet's pause before it starts a container again: none at first, then 10 s doubling to 5 min. */
class ReplayedBackOff {
  private delayMs = 0;
  private startedMs = Number.NEGATIVE_INFINITY;

  /** @returns the pause after an end at `endedMs` */
  after(endedMs: number): number {
    if (endedMs - this.startedMs > FORGET_AFTER_MS) this.delayMs = 0;
    const pauseMs = this.delayMs;
    this.delayMs = Math.min(LONGEST_DELAY_MS, Math.max(FIRST_DELAY_MS, pauseMs * 2));
    this.startedMs = endedMs + pauseMs;
    return pauseMs;
  }
}

/** One container of one pod against its limits. */
export class ReplayedContainer {
  requests: Amounts = {};
  limits: Amounts = {};
  /** When its present life began, and its last one; Unix ms. */
  startedMs: number;
  lastStartedMs = 0;
  killedMs: number | undefined;
  restarts = 0;
  /** It is not up before this. */
  downUntilMs: number;
  /** Millicores × ms that wait for CPU. */
  private backlog = 0;
  /** The memory limit in force: it falls only once usage is below the new one. */
  private memoryLimit: number | undefined;
  /** Since when it is above its memory limit in this life; undefined while it is not, and where that is not known. */
  private overSinceMs: number | undefined;
  private overLimit = 0;
  private countedMs = Number.NEGATIVE_INFINITY;
  private readonly backOff = new ReplayedBackOff();
  private readonly step: ContainerStep = {
    upShare: 0,
    cpu: Number.NaN,
    memory: Number.NaN,
    measuredCpu: Number.NaN,
    measuredMemory: Number.NaN,
    isThrottled: false,
    kills: 0,
    restartsMs: [],
  };

  constructor(
    readonly name: string,
    private readonly usage: ReplicaUsage,
    /** Its usage is the recorded one times this. */
    private readonly factor: number,
    bornMs: number,
  ) {
    this.startedMs = bornMs;
    this.downUntilMs = bornMs;
  }

  /** Lives through one step. The result is valid until the next call. */
  live(index: number, atMs: number, stepMs: number, { loop, patienceMs }: LivingRules): ContainerStep {
    const { step } = this;
    const upMs = Math.min(stepMs, Math.max(0, atMs + stepMs - this.downUntilMs));
    step.upShare = upMs / stepMs;
    step.isThrottled = false;
    step.kills = 0;
    if (step.restartsMs.length > 0) step.restartsMs.length = 0;
    step.cpu = this.valueAt(this.usage.cpuMillicores, index);
    step.memory = this.valueAt(this.usage.memoryBytes, index);
    step.measuredCpu = step.cpu;
    step.measuredMemory = step.memory;
    if (upMs === 0) return step;
    this.spendCpu(stepMs, loop, patienceMs);
    this.holdMemory(atMs + stepMs - upMs, atMs + stepMs, stepMs, loop);
    return step;
  }

  private valueAt(values: ArrayLike<number> | undefined, index: number): number {
    const value = values?.[index] ?? Number.NaN;
    return value >= 0 && value < Number.POSITIVE_INFINITY ? value * this.factor : Number.NaN;
  }

  private spendCpu(stepMs: number, loop: Loop, patienceMs: number): void {
    const { step, limits } = this;
    const limit = limits.cpu || Number.POSITIVE_INFINITY;
    if (Number.isNaN(step.cpu)) return;
    const wanted = step.cpu * stepMs + this.backlog;
    const most = limit * stepMs;
    step.isThrottled = wanted > most;
    this.backlog = step.isThrottled ? Math.min(wanted - most, limit * patienceMs) : 0;
    if (loop === 'closed') step.measuredCpu = Math.min(wanted, most) / stepMs;
  }

  /** @param fromMs since when it is up in this step */
  private holdMemory(fromMs: number, endMs: number, stepMs: number, loop: Loop): void {
    const { step, limits } = this;
    const stated = limits.memory || Number.POSITIVE_INFINITY;
    const former = this.memoryLimit ?? stated;
    const limit = stated < former && !(step.memory <= stated) ? former : stated;
    this.memoryLimit = limit;
    if (!(step.memory > limit)) {
      this.overSinceMs = undefined;
      if (!Number.isNaN(step.memory)) this.overLimit = 0;
      return;
    }
    if (loop === 'closed') step.measuredMemory = limit;
    this.overSinceMs ??= fromMs;
    const lifeMs = Math.min(stepMs, LONGEST_LIFE_MS);
    for (let atMs = this.overSinceMs + lifeMs; atMs <= endMs; atMs = this.overSinceMs + lifeMs) {
      this.overSinceMs = atMs;
      if (limit > this.overLimit || atMs - this.countedMs >= COUNTS_AGAIN_MS) {
        this.countedMs = atMs;
        this.overLimit = limit;
        step.kills++;
      }
      if (loop === 'closed') this.restart(atMs, endMs, stepMs);
    }
  }

  /** The kubelet starts it again after a pause. */
  private restart(atMs: number, endMs: number, stepMs: number): void {
    const pauseMs = this.backOff.after(atMs);
    this.memoryLimit = undefined;
    this.killedMs = atMs;
    this.lastStartedMs = this.startedMs;
    this.startedMs = atMs + pauseMs;
    this.downUntilMs = this.startedMs;
    this.overSinceMs = this.startedMs;
    this.restarts++;
    this.backlog = 0;
    this.step.restartsMs.push(atMs);
    this.step.upShare -= Math.min(endMs - atMs, pauseMs) / stepMs;
  }
}

export interface LivingRules {
  readonly loop: Loop;
  readonly patienceMs: number;
}
