import type { Observation } from '../../model/observation';
import type { Signal } from '../../model/signals';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isAmount, isCount, recordIn, textOf } from '../saved-values';

/** Usage is counted in windows of this length (Autopilot, EuroSys 2020, §3.1). */
export const WINDOW_MS = 300_000;

/** The share of its weight that a window keeps after `windows` more. */
export function keepOf(halfLifeMs: number, windows: number): number {
  return 2 ** ((-windows * WINDOW_MS) / halfLifeMs);
}

/** Takes a window that ended. */
export interface WindowTaker {
  /**
   * @param values of one signal in this window: every sample of CPU in cores, and of memory one peak in bytes
   * for each container
   * @param windows since the last window of that signal
   */
  close(signal: Signal, values: readonly number[], windows: number): void;
}

/**
 * Gathers the samples of all containers of one name into windows, counted from the first sample. A sample of
 * the window before counts in the open one, since containers are measured at different times of a minute; an
 * older one is left out.
 */
export class OpenWindow {
  private readonly cpu: number[] = [];
  private readonly peaks = new Map<number, number>();

  /**
   * @param originMs the start of window 0; undefined before the first sample
   * @param number of the open window
   */
  constructor(
    public originMs: number | undefined,
    public number = 0,
    private lastNumbers: Record<Signal, number> = { cpu: -1, memory: -1 },
  ) {}

  /** When the last window with values of that signal ended, Unix ms; undefined before the first. */
  endOfLast(signal: Signal): number | undefined {
    const last = this.lastNumbers[signal];
    return this.originMs === undefined || last < 0 ? undefined : this.originMs + (last + 1) * WINDOW_MS;
  }

  save(): SavedEvidence {
    const { originMs, number, lastNumbers } = this;
    return { originMs, number, ...lastNumbers };
  }

  /** @throws SavedEvidenceError, also if it began after `untilMs`: it would wait for its time to come */
  static load(saved: unknown, untilMs: number): OpenWindow {
    const { originMs, number, cpu, memory } = recordIn(saved, 'open');
    const isTime = originMs === undefined || isAmount(originMs);
    const isLast = (value: unknown): value is number =>
      value === -1 || (isCount(value) && value <= Number(number));
    const beganMs = isTime && isCount(number) ? (originMs ?? 0) + number * WINDOW_MS : Number.NaN;
    if (!isTime || !isCount(number) || !isLast(cpu) || !isLast(memory) || !(beganMs <= untilMs))
      throw new SavedEvidenceError('open', `is ${textOf(saved)}, not a window`);
    return new OpenWindow(originMs, number, { cpu, memory });
  }

  observe({ kind, value, timeMs, instance }: Observation, taker: WindowTaker): void {
    if (kind !== 'cpu' && kind !== 'memory') return;
    this.originMs ??= timeMs;
    const number = Math.floor((timeMs - this.originMs) / WINDOW_MS);
    if (number < this.number - 1) return;
    if (number > this.number) {
      this.close(taker);
      this.number = number;
    }
    if (kind === 'cpu') this.cpu.push(value);
    else this.peaks.set(instance, Math.max(value, this.peaks.get(instance) ?? 0));
  }

  private close(taker: WindowTaker): void {
    if (this.cpu.length > 0) this.hand('cpu', this.cpu, taker);
    if (this.peaks.size > 0) this.hand('memory', [...this.peaks.values()], taker);
    this.cpu.length = 0;
    this.peaks.clear();
  }

  private hand(signal: Signal, values: readonly number[], taker: WindowTaker): void {
    const before = this.lastNumbers[signal];
    this.lastNumbers[signal] = this.number;
    taker.close(signal, values, before < 0 ? 1 : this.number - before);
  }
}
