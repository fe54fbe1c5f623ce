import type { Amounts } from '../model/units';
import { CrashBackOff } from './crash-back-off';
import type { Loop, ReplicaUsage } from './workload';

/** What a container did in one step. */
export interface ContainerStep {
  /** The share of the step in which it was up, from 0 to 1. */
  upShare: number;
  /** What it wanted, in millicores and bytes; NaN where unknown. */
  cpu: number;
  memory: number;
  /** What was measured of it. */
  measuredCpu: number;
  measuredMemory: number;
  isThrottled: boolean;
  isKilled: boolean;
}

/** One container of one pod against its limits. */
export class ContainerRun {
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
  private isOver = false;
  private overLimit = 0;
  private cooledMs = Number.NEGATIVE_INFINITY;
  private readonly backOff = new CrashBackOff();
  private readonly step: ContainerStep = {
    upShare: 0,
    cpu: Number.NaN,
    memory: Number.NaN,
    measuredCpu: Number.NaN,
    measuredMemory: Number.NaN,
    isThrottled: false,
    isKilled: false,
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
    step.isKilled = false;
    step.cpu = this.valueAt(this.usage.cpuMillicores, index);
    step.memory = this.valueAt(this.usage.memoryBytes, index);
    step.measuredCpu = step.cpu;
    step.measuredMemory = step.memory;
    if (upMs === 0) return step;
    this.spendCpu(stepMs, loop, patienceMs);
    this.holdMemory(atMs + stepMs, loop);
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

  private holdMemory(endMs: number, loop: Loop): void {
    const { step, limits } = this;
    const stated = limits.memory || Number.POSITIVE_INFINITY;
    const former = this.memoryLimit ?? stated;
    const limit = stated < former && !(step.memory <= stated) ? former : stated;
    this.memoryLimit = limit;
    if (Number.isNaN(step.memory)) return;
    if (step.memory <= limit) {
      this.isOver = false;
      return;
    }
    const isSameOom = this.isOver && limit <= this.overLimit && endMs <= this.cooledMs;
    this.isOver = true;
    this.overLimit = limit;
    if (isSameOom) return;
    step.isKilled = true;
    const pauseMs = this.backOff.after(endMs);
    this.cooledMs = endMs + pauseMs;
    if (loop === 'open') return;
    step.measuredMemory = limit;
    this.memoryLimit = undefined;
    this.killedMs = endMs;
    this.lastStartedMs = this.startedMs;
    this.startedMs = endMs + pauseMs;
    this.downUntilMs = this.startedMs;
    this.restarts++;
    this.backlog = 0;
  }
}

export interface LivingRules {
  readonly loop: Loop;
  readonly patienceMs: number;
}
