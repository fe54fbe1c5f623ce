import type { ProblemReporter } from '../../kube/problems';
import { ofKey } from '../../lib/memo/of-key';
import type { Clock } from '../../lib/time/clock';
import { type LoopListener, type Repeating, repeat } from '../../lib/time/repeat';
import { formatDuration } from '../../words/times';

/** Passes are overdue after this many intervals without one. */
const INTERVALS = 3;
/**
 * A shorter delay, in real time, is not reported: with a fast clock it is many intervals, and a pass over a thousand
 * workloads on a busy machine takes more than one.
 */
const PATIENCE_MS = 60_000;
/** Nor is this one at the start, in real time: passes wait for all that is loaded. */
const FIRST_PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 5_000;

/** The state of a role's passes. */
export interface PassTimes {
  /** The role. */
  name: string;
  intervalMs: number;
  /** Whether it could run passes by now; one that waits for the cluster, or to become leader, is not late. */
  isDue: boolean;
  /** Whether the process still loads what it needs for its first passes. */
  isStarting?: boolean;
  /** When the last one began, by the cluster clock. */
  lastMs: number | undefined;
}

/** Reports roles whose passes are overdue, and clears that again. */
export class PassWatch {
  /** Since when a role could have made its first pass, by role. */
  private readonly readySinceMs = new Map<string, number>();
  private looking: Repeating | undefined;

  constructor(
    private readonly parts: {
      clock: Clock;
      wallClock: Clock;
      problems: Pick<ProblemReporter, 'report' | 'clear'>;
      loops: LoopListener;
      passes(): readonly PassTimes[];
    },
  ) {}

  start(): void {
    const { wallClock, loops } = this.parts;
    this.looking = repeat({
      name: 'watch passes',
      everyMs: LOOK_EVERY_MS,
      clock: wallClock,
      loops,
      run: () => {
        this.look();
        return 'done';
      },
    });
  }

  async stop(): Promise<void> {
    await this.looking?.stop();
  }

  /** Checks now; for callers that are about to report the state. */
  look(): void {
    const { clock, problems } = this.parts;
    const nowMs = clock.now();
    for (const pass of this.parts.passes()) {
      const { name, intervalMs, lastMs } = pass;
      if (!this.isOverdue(pass, nowMs)) {
        problems.clear('pass-overdue', name);
        continue;
      }
      const last = lastMs === undefined ? 'none has finished yet' : `the last began at ${isoTime(lastMs)}`;
      problems.report('pass-overdue', name, `${last}, and one is due every ${formatDuration(intervalMs)}`);
    }
  }

  private isOverdue({ name, isDue, isStarting, intervalMs, lastMs }: PassTimes, nowMs: number): boolean {
    if (!isDue) {
      this.readySinceMs.delete(name);
      return false;
    }
    const readyMs = ofKey(this.readySinceMs, name, () => nowMs);
    const leastMs = isStarting || lastMs === undefined ? FIRST_PATIENCE_MS : PATIENCE_MS;
    const patienceMs = Math.max(INTERVALS * intervalMs, leastMs * this.parts.clock.speed);
    return nowMs - Math.max(readyMs, lastMs ?? 0) > patienceMs;
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
