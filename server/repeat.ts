import { setImmediate as nextTurn } from 'node:timers/promises';
import { Backoff, type BackoffSettings } from './backoff';
import { type Clock, wallClock } from './clock';

/**
 * What one run of a loop came to, and so when the next begins: `done` after the usual interval, `laterMs` after
 * another one, `retry` after the back-off (or what the other side asked for, if longer), `give-up` never.
 */
export type RunOutcome = 'done' | { laterMs: number } | 'retry' | { retryAfterMs: number } | 'give-up';

/** How a run ended, as it is counted; `failed` is a run that threw. */
export type RunLabel = 'done' | 'later' | 'retry' | 'give-up' | 'failed';

/** Hears of every run of every loop. Must not throw. */
export interface LoopListener {
  ran(loop: string, outcome: RunLabel, seconds: number, error?: unknown): void;
}

/** Hears nothing, for loops nobody counts. */
export const NOBODY: LoopListener = { ran: () => undefined };

/** Work that is done again and again. */
export interface Work {
  /** Names the loop in metrics, problems and the log: one name for each loop of a process. */
  name: string;
  /** Pause between a run that is done and the next, in milliseconds of `clock`. */
  everyMs: number;
  /** One run. What it throws is logged, told and tried again after the back-off. */
  run: (signal: AbortSignal) => RunOutcome | undefined | Promise<RunOutcome | undefined>;
  /** Whether the first run waits for the interval as well. */
  waitsFirst?: boolean;
  /** Pauses after failures, in real time. One that the work also looks at may be given. */
  backoff?: BackoffSettings | Backoff;
  /** The clock of the interval; real time unless given. */
  clock?: Clock;
  /** The clock of the back-off. */
  wallClock?: Clock;
  loops: LoopListener;
}

/** A loop that runs. */
export interface Repeating {
  /** Begins the next run now, or right after the one under way; a back-off is waited for all the same. */
  wake(): void;
  /** Tells the run under way to end; resolves once the loop has ended. */
  stop(): Promise<void>;
  /** Resolves once the loop has ended, by `stop` or because it gave up. Never rejects. */
  readonly ended: Promise<void>;
}

const USUAL_BACKOFF: BackoffSettings = { firstMs: 1_000, longestMs: 60_000 };

/** Runs `work` again and again until it is stopped or gives up. It survives whatever a run throws. */
export function repeat(work: Work): Repeating {
  return new Loop(work);
}

class Loop implements Repeating {
  readonly ended: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly backoff: Backoff;
  /** Ends the pause under way; a wish to do so while none is under way is kept. */
  private waking = new AbortController();

  constructor(private readonly work: Work) {
    const { backoff = USUAL_BACKOFF } = work;
    this.backoff = backoff instanceof Backoff ? backoff : new Backoff(backoff);
    this.ended = this.loop();
  }

  wake(): void {
    this.waking.abort();
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
    const { name, run, loops } = this.work;
    const { signal } = this.stopping;
    const startedAt = performance.now();
    const secondsSince = () => (performance.now() - startedAt) / 1000;
    try {
      const outcome = (await run(signal)) ?? 'done';
      if (Number.isNaN(pauseOf(outcome))) throw new Error('it says no time to come back at');
      loops.ran(name, labelOf(outcome), secondsSince());
      return outcome;
    } catch (error) {
      if (!signal.aborted) loops.ran(name, 'failed', secondsSince(), error);
      return 'retry';
    }
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

/** The pause an outcome asks for, in milliseconds; 0 where it asks for none. */
function pauseOf(outcome: RunOutcome): number {
  if (typeof outcome === 'string') return 0;
  return 'laterMs' in outcome ? outcome.laterMs : outcome.retryAfterMs;
}

function labelOf(outcome: RunOutcome): RunLabel {
  if (typeof outcome === 'string') return outcome;
  return 'laterMs' in outcome ? 'later' : 'retry';
}
