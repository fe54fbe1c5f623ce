import type { ScanProgress } from '../../scan/progress';
import { formatShare } from '../../words/counts';
import { formatDuration } from '../../words/times';
import { plainText } from '../text';

const WIDTH = 24;
const DRAW_EVERY_MS = 100;
/** Too little has been done to say when the rest will be. */
const LEAST_SHARE = 0.05;
const ERASE = '\r\u001b[2K';

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

/** Shows how far a scan is: a bar with the time left on a terminal, else a line for each part that ended. */
export class ProgressBar implements ScanProgress {
  private part = '';
  private startedMs = 0;
  private drawnMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly output: Output,
    /** Steady time in ms. */
    private readonly now: () => number,
  ) {}

  begins(part: string): void {
    this.part = plainText(part);
    this.startedMs = this.now();
    this.drawnMs = Number.NEGATIVE_INFINITY;
    this.draw(`${this.part} …`);
  }

  reached(done: number, total: number): void {
    const nowMs = this.now();
    if (nowMs - this.drawnMs < DRAW_EVERY_MS || total <= 0) return;
    this.drawnMs = nowMs;
    this.draw(`${this.part} ${barText(done / total, nowMs - this.startedMs)}`);
  }

  ended(outcome: string): void {
    if (this.output.isTTY) this.output.write(ERASE);
    const took = formatDuration(this.now() - this.startedMs);
    this.output.write(`${this.part}${outcome ? `: ${plainText(outcome)}` : ''} (${took})\n`);
  }

  /** Ends a bar that is being drawn. */
  clear(): void {
    if (this.output.isTTY) this.output.write(ERASE);
  }

  private draw(line: string): void {
    if (this.output.isTTY) this.output.write(`${ERASE}${line}`);
  }
}

/** `[######------] 50 %, 12 s left` */
export function barText(share: number, elapsedMs: number): string {
  const whole = Math.min(1, Math.max(0, share));
  const filled = Math.round(whole * WIDTH);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${formatShare(whole)}`;
  if (whole < LEAST_SHARE || whole === 1) return bar;
  return `${bar}, ${formatDuration((elapsedMs * (1 - whole)) / whole)} left`;
}
