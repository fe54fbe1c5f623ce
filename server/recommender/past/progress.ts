import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import type { PastProgress } from '@/server/usage/source';
import type { PastLoadView } from '../../contract/status';

/** Real time between two lines in the log. */
const LOG_EVERY_MS = 10_000;

/** Below this share an estimate of the time left is useless. */
const LEAST_SHARE = 0.02;

/** Tracks one load after the other, for the log and the pages. */
export class Progress {
  /** Undefined while nothing is loaded. */
  view: PastLoadView | undefined;
  private startedMs = 0;
  private loggedMs = 0;

  constructor(
    private readonly wallClock: Clock,
    private readonly log: Logger,
  ) {}

  /** A load begins, or continues after a failure. */
  begin(namespaces: number): void {
    this.startedMs = this.loggedMs = this.wallClock.steady();
    this.view = { namespacesLeft: namespaces, containers: 0, samples: 0, share: 0 };
    this.log.info({ namespaces }, 'Loading usage from before the start');
  }

  reached({ done, total }: PastProgress): void {
    if (!this.view) return;
    const nowMs = this.wallClock.steady();
    const share = total > 0 ? done / total : 1;
    const { leftMs: _before, ...view } = this.view;
    const leftMs = ((nowMs - this.startedMs) * (1 - share)) / share;
    this.view = { ...view, share, ...(share >= LEAST_SHARE && { leftMs: Math.round(leftMs) }) };
    if (nowMs - this.loggedMs < LOG_EVERY_MS) return;
    this.loggedMs = nowMs;
    this.log.info({ ...this.view }, 'Loading usage from before the start');
  }

  took(samples: number, containers: number): void {
    if (!this.view) return;
    this.view.samples += samples;
    this.view.containers += containers;
  }

  ended(namespacesLeft: number): void {
    if (this.view) this.view = { ...this.view, namespacesLeft };
  }

  done(): void {
    if (!this.view) return;
    const { containers, samples } = this.view;
    const seconds = (this.wallClock.steady() - this.startedMs) / 1000;
    this.log.info({ containers, samples, seconds }, 'Loaded usage from before the start');
    this.view = undefined;
  }
}
