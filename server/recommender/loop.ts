import type { Note, SpanFacts } from '@/server/lib/report/spans';
import { Backoff } from '@/server/lib/time/backoff';
import { type Repeating, type RunOutcome, repeat } from '@/server/lib/time/repeat';
import type { PassView } from '../contract/status';
import type { ClusterContext } from '../kube/role-context';
import type { PassOutcome } from './metrics';
import type { PassResult } from './pass';

/** How soon to try again after a failed pass, in real time. */
const BACKOFF = { firstMs: 250, longestMs: 15_000 };
/** The same while the caches are still filling: to look costs nothing, and every VPA waits for the first pass. */
const FILLING_BACKOFF = { firstMs: 100, longestMs: 500 };

interface LoopParts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'log' | 'loops'> {
  intervalMs: number;
  /** Ends early once `stopping` aborts. */
  pass: { run(stopping: AbortSignal): Promise<PassResult> };
  ended(outcome: PassOutcome): void;
}

/**
 * Runs a pass every interval of the cluster clock. A pass that takes longer delays the next one; none
 * overlap.
 */
export class PassLoop {
  lastPass: PassView | undefined;
  private dueMs = 0;
  private readonly filling = new Backoff(FILLING_BACKOFF);
  private repeating: Repeating | undefined;

  constructor(private readonly parts: LoopParts) {}

  start(): void {
    const { clock, wallClock, intervalMs, loops } = this.parts;
    this.dueMs = clock.now();
    this.repeating ??= repeat({
      name: 'recommend',
      span: 'recommender pass',
      everyMs: intervalMs,
      backoff: BACKOFF,
      clock,
      wallClock,
      loops,
      run: (stopping, note) => this.runOne(stopping, note),
    });
  }

  /** Tells the current pass to end early; resolves once it has. */
  async stop(): Promise<void> {
    await this.repeating?.stop();
  }

  private async runOne(stopping: AbortSignal, note: Note): Promise<RunOutcome> {
    const { pass, clock, wallClock, ended, log } = this.parts;
    try {
      const { outcome, view } = await pass.run(stopping);
      if (view) this.lastPass = view;
      log.debug({ outcome, ...view }, 'Pass');
      note({ 'plumbline.pass': outcome, ...(view && factsOf(view)) });
      ended(outcome);
      if (outcome !== 'not-ready') return { laterMs: this.nextDueMs() - clock.now() };
      await wallClock.sleep(this.filling.nextMs(), stopping);
      this.dueMs = clock.now();
      return { laterMs: 0 };
    } catch (error) {
      ended(stopping.aborted ? 'partial' : 'failed');
      throw error;
    }
  }

  /**
   * When the next pass is due in the regular rhythm; those that fell into this pass are skipped. A clock that was set
   * back begins a new rhythm.
   */
  private nextDueMs(): number {
    const { clock, intervalMs, ended } = this.parts;
    const nowMs = clock.now();
    this.dueMs = Math.min(this.dueMs, nowMs + intervalMs);
    if (this.dueMs <= nowMs) this.dueMs += intervalMs;
    for (; this.dueMs < nowMs; this.dueMs += intervalMs) ended('skipped');
    return this.dueMs;
  }
}

function factsOf({ vpas, containers, samples, statusWrites, checkpointWrites }: PassView): SpanFacts {
  return {
    'plumbline.vpas': vpas,
    'plumbline.containers': containers,
    'plumbline.samples': samples,
    'plumbline.status_writes': statusWrites,
    'plumbline.checkpoint_writes': checkpointWrites,
  };
}
