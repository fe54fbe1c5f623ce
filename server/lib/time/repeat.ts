import { setImmediate as nextTurn } from 'node:timers/promises';
import { inSpan, NOWHERE, type Note } from '../report/spans';
import { newTrace, standing } from '../report/trace';
import { Backoff, type BackoffSettings } from './backoff';
import { type Clock, wallClock } from './clock';

/**
 * The outcome of a run, which decides when the next begins: `done` after the usual interval, `laterMs` after
 * another one, `retry` after the back-off (or what the server asked for, if longer), `give-up` never.
 */
export type RunOutcome = 'done' | { laterMs: number } | 'retry' | { retryAfterMs: number } | 'give-up';

/** A run's outcome as counted; `failed` is a run that threw. */
export type RunLabel = 'done' | 'later' | 'retry' | 'give-up' | 'failed';

/** Called after every run of every loop. Must not throw. */
export interface LoopListener {
  ran(loop: string, outcome: RunLabel, seconds: number, error?: unknown): void;
}

/** Ignores the runs. */
export const NOBODY: LoopListener = { ran: () => undefined };

/** Work that is repeated. */
export interface Work {
  /** Names the loop in metrics, problems and the log; unique in a process. */
  name: string;
  /** Pause between two runs, in milliseconds of `clock`. */
  everyMs: number;
  /** One run. An error is logged, reported and tried again after the back-off. `note` adds facts to its span. */
  run: (signal: AbortSignal, note: Note) => RunOutcome | undefined | Promise<RunOutcome | undefined>;
  /** Whether the first run waits for the interval too. */
  waitsFirst?: boolean;
  /** The name of the span of each run, which is then a trace of its own; absent for runs that stand in none. */
  span?: string;
  /** Pauses after failures, in real time; may be shared with the work. */
  backoff?: BackoffSettings | Backoff;
  /** The clock of the interval; real time by default. */
  clock?: Clock;
  /** The clock of the back-off; real time by default. */
  wallClock?: Clock;
  loops: LoopListener;
}

/** A running loop. */
export interface Repeating {
  /** Begins the next run now, or right after the current one; a back-off is still waited for. */
  wake(): void;
  /** Aborts the current run; resolves once the loop has ended. */
  stop(): Promise<void>;
  /** Resolves once the loop has ended, by `stop` or by giving up. Never rejects. */
  readonly ended: Promise<void>;
}

const USUAL_BACKOFF: BackoffSettings = { firstMs: 1_000, longestMs: 60_000 };

/** Repeats `work` until it is stopped or gives up. Survives any error of a run. */
export function repeat(work: Work): Repeating {
  return new Loop(work);
}

class Loop implements Repeating {
  readonly ended: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly backoff: Backoff;
  /** Ends the current pause; without one, the next pause ends at once. */
  private waking = new AbortController();

  constructor(private readonly work: Work) {
    const { backoff = USUAL_BACKOFF } = work;
    this.backoff = backoff instanceof Backoff ? backoff : new Backoff(backoff);
    // Whatever begins the loop, its runs are no part of it.
    this.ended = standing(undefined, () => this.loop());
  }

  wake(): void {
    if (!this.waking.signal.aborted) this.waking.abort();
  }

  stop(): Promise<void> {
    this.stopping.abort();
    this.waking.abort();
    return this.ended;
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    if (this.work.waitsFirst) await this.pause(this.work.everyMs);
    while (!signal.aborted) {
      const outcome = await this.runOnce();
      if (outcome === 'give-up' || signal.aborted) return;
      if (outcome === 'done') await this.pause(this.work.everyMs);
      else if (outcome === 'retry') await this.backOff(0);
      else if ('laterMs' in outcome) await this.pause(outcome.laterMs);
      else await this.backOff(outcome.retryAfterMs);
    }
  }

  private async runOnce(): Promise<RunOutcome> {
    const { name, loops } = this.work;
    const { signal } = this.stopping;
    const startedAt = performance.now();
    const secondsSince = () => (performance.now() - startedAt) / 1000;
    try {
      const outcome = (await this.traced(signal)) ?? 'done';
      if (Number.isNaN(pauseOf(outcome))) throw new Error('no time is given to resume at');
      loops.ran(name, labelOf(outcome), secondsSince());
      return outcome;
    } catch (error) {
      if (!signal.aborted) loops.ran(name, 'failed', secondsSince(), error);
      return 'retry';
    }
  }

  private traced(signal: AbortSignal): ReturnType<Work['run']> {
    const { run, span } = this.work;
    if (span === undefined) return run(signal, NOWHERE);
    return standing({ trace: newTrace() }, () =>
      inSpan(span, {}, async (note) => {
        const outcome = (await run(signal, note)) ?? 'done';
        note({ 'plumbline.outcome': labelOf(outcome) });
        return outcome;
      }),
    );
  }

  private async pause(ms: number): Promise<void> {
    this.backoff.reset();
    if (ms > 0) await (this.work.clock ?? wallClock).sleep(ms, this.waking.signal);
    else await nextTurn();
    if (!this.stopping.signal.aborted) this.waking = new AbortController();
  }

  private async backOff(atLeastMs: number): Promise<void> {
    const pauseMs = Math.max(this.backoff.nextMs(), atLeastMs);
    await (this.work.wallClock ?? wallClock).sleep(pauseMs, this.stopping.signal);
  }
}

/** The pause for an outcome, in milliseconds; 0 for none. */
function pauseOf(outcome: RunOutcome): number {
  if (typeof outcome === 'string') return 0;
  return 'laterMs' in outcome ? outcome.laterMs : outcome.retryAfterMs;
}

function labelOf(outcome: RunOutcome): RunLabel {
  if (typeof outcome === 'string') return outcome;
  return 'laterMs' in outcome ? 'later' : 'retry';
}
