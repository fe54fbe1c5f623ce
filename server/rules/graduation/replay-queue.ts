import { errorText } from '../../lib/report/errors';
import type { Clock } from '../../lib/time/clock';
import type { ReplayFact } from '../../words/graduation';
import type { ReplayVerdict, ReplayWanted } from './ports';

/** One workload's replay; another `basis` means that the policy changed, and with it what a replay would find. */
export interface ReplayAsked extends ReplayWanted {
  readonly basis: string;
}

interface Queued {
  readonly asked: ReplayAsked;
  readonly number: number;
}

interface Known {
  readonly basis: string;
  readonly verdict: ReplayVerdict;
}

interface ReplayQueueParts {
  readonly clock: Pick<Clock, 'now'>;
  replay(wanted: ReplayWanted, stopping: AbortSignal): Promise<ReplayVerdict>;
  /** Called once the replay of a workload has ended. */
  ended(key: string): void;
}

const NONE: ReplayFact = { state: 'none' };

/** Replays one workload at a time, in the order in which they were asked for, and keeps the last verdict of each. */
export class ReplayQueue {
  private readonly waiting = new Map<string, Queued>();
  private readonly known = new Map<string, Known>();
  private current: (Queued & { key: string; sinceMs: number; stopping: AbortController }) | undefined;
  private nextNumber = 0;
  private working: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly parts: ReplayQueueParts) {}

  /** Nothing happens if this one waits or runs already. */
  ask(key: string, asked: ReplayAsked): void {
    if (this.isStopped) return;
    if (this.current?.key === key) {
      if (this.current.asked.basis === asked.basis) return;
      this.current.stopping.abort();
    }
    const number = this.waiting.get(key)?.number ?? this.nextNumber++;
    this.waiting.set(key, { asked, number });
    this.next();
  }

  factOf(key: string, basis: string): ReplayFact {
    const queued = this.waiting.get(key);
    if (queued) return { state: 'queued', before: Math.max(0, queued.number - this.firstNumber()) };
    if (this.current?.key === key && this.current.asked.basis === basis)
      return { state: 'running', sinceMs: this.current.sinceMs };
    const known = this.known.get(key);
    return known?.basis === basis ? known.verdict : NONE;
  }

  /** Of a workload that is gone, or needs no replay any more. */
  forget(key: string): void {
    this.waiting.delete(key);
    this.known.delete(key);
    if (this.current?.key === key) this.current.stopping.abort();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.waiting.clear();
    this.current?.stopping.abort();
    await this.working;
  }

  /** The number of the one at work, or of the first that waits. */
  private firstNumber(): number {
    if (this.current) return this.current.number;
    const [first] = this.waiting.values();
    return first?.number ?? 0;
  }

  private next(): void {
    const [first] = this.waiting;
    if (!first || this.current || this.isStopped) return;
    const [key, queued] = first;
    this.waiting.delete(key);
    const current = { ...queued, key, sinceMs: this.parts.clock.now(), stopping: new AbortController() };
    this.current = current;
    this.working = this.work(current);
  }

  private async work({ key, asked, stopping }: NonNullable<ReplayQueue['current']>): Promise<void> {
    const { basis, ...wanted } = asked;
    const verdict = await this.parts.replay(wanted, stopping.signal).catch(
      (error: unknown): ReplayVerdict => ({
        state: 'failed',
        atMs: this.parts.clock.now(),
        why: errorText(error),
      }),
    );
    if (!stopping.signal.aborted) this.known.set(key, { basis, verdict });
    this.current = undefined;
    if (!stopping.signal.aborted) this.parts.ended(key);
    this.next();
  }
}
