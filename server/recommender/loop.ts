import type { Clock } from '@/server/clock';
import type { Logger } from '@/server/log';
import type { ProblemBoard } from '@/server/problems';
import type { PassOutcome } from './metrics';
import type { PassResult } from './pass';
import type { PassView } from './views';

/** How soon to look again while the caches are still filling. */
const NOT_READY_PAUSE_MS = 250;
const ABOUT = 'recommender';

export interface LoopParts {
  intervalMs: number;
  clock: Clock;
  wallClock: Clock;
  log: Logger;
  problems: ProblemBoard;
  /** Ends early once `stopping` aborts. */
  pass: { run(stopping: AbortSignal): Promise<PassResult> };
  ended(outcome: PassOutcome): void;
}

/** Runs a pass every interval of the cluster clock. A pass that takes longer pushes the next one back; none overlap. */
export class PassLoop {
  lastPass: PassView | undefined;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly parts: LoopParts) {}

  start(): void {
    this.running ??= this.loop();
  }

  /** Tells the pass under way to end early; resolves once it has. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async loop(): Promise<void> {
    const { clock, wallClock, intervalMs, ended } = this.parts;
    const { signal } = this.stopping;
    let dueMs = clock.now();
    while (!signal.aborted) {
      const outcome = await this.runOne();
      ended(outcome);
      if (outcome === 'not-ready') {
        await wallClock.sleep(NOT_READY_PAUSE_MS, signal);
        dueMs = clock.now();
        continue;
      }
      dueMs += intervalMs;
      for (; dueMs < clock.now(); dueMs += intervalMs) ended('skipped');
      await clock.sleep(dueMs - clock.now(), signal);
    }
  }

  private async runOne(): Promise<PassOutcome> {
    const { pass, problems, log } = this.parts;
    try {
      const { outcome, view } = await pass.run(this.stopping.signal);
      if (view) this.lastPass = view;
      problems.clear('pass-failed', ABOUT);
      log.debug({ outcome, ...view }, 'Pass');
      return outcome;
    } catch (error) {
      if (this.stopping.signal.aborted) return 'partial';
      log.error({ err: error }, 'A pass ended early');
      problems.report('pass-failed', ABOUT, error instanceof Error ? error.message : String(error));
      return 'failed';
    }
  }
}
