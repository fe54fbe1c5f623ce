import { MAX_AMOUNT } from '../../../objects/units';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isAmount, isCount, objectIn, textOf } from '../saved-values';

/** Usage is counted in windows of this length (Autopilot, EuroSys 2020, §3.1). */
export const WINDOW_MS = 300_000;
/** Of more samples in a window, as of thousands of pods, every second, fourth and so on is kept. */
const MOST_SAMPLES = 4096;

/** The share of its weight that a window keeps after `windows` more. */
export function keepOf(halfLifeMs: number, windows: number): number {
  return 2 ** ((-windows * WINDOW_MS) / halfLifeMs);
}

/**
 * Takes a window that ended.
 * @param values samples of all containers of one name in cores, ascending, the highest among them
 * @param number of the window
 * @param windows since the last one with samples
 */
export type WindowTaker = (values: Float64Array, number: number, windows: number) => void;

/**
 * Gathers the samples of CPU of all containers of one name into windows, counted from the first sample of any kind. A
 * sample of the window before counts in the open one, since containers are measured at different times of a minute; an
 * older one is left out.
 */
export class OpenWindow {
  /** The highest sample of the open window, cores. */
  highest = 0;
  private samples: number[] = [];
  private seen = 0;
  private stride = 1;

  /**
   * @param originMs the start of window 0; undefined before the first sample
   * @param number of the open window
   * @param last window with samples that ended, −1 before the first
   */
  constructor(
    public originMs: number | undefined,
    public number = 0,
    private last = -1,
  ) {}

  /** Of the samples of the open window the highest stands for all. */
  save(): SavedEvidence {
    const { originMs, number, last, highest } = this;
    return { originMs, number, last, highest };
  }

  /** @throws SavedEvidenceError, also if it began after `untilMs`: it would wait for its time to come */
  static load(saved: unknown, untilMs: number): OpenWindow {
    const { originMs, number, last, highest } = objectIn(saved, 'open');
    const isTime = originMs === undefined || isAmount(originMs);
    const isLast = last === -1 || (isCount(last) && last <= Number(number));
    const beganMs = isTime && isCount(number) ? (originMs ?? 0) + number * WINDOW_MS : Number.NaN;
    if (
      !isTime ||
      !isCount(number) ||
      !isLast ||
      !isAmount(highest) ||
      highest > MAX_AMOUNT ||
      !(beganMs <= untilMs)
    )
      throw new SavedEvidenceError('open', `is ${textOf(saved)}, not a window`);
    const open = new OpenWindow(originMs, number, last);
    if (highest > 0) open.add(highest);
    return open;
  }

  /** @returns whether the time is of the open window or the one before; a later one ends the open window first */
  advanceTo(timeMs: number, close: WindowTaker): boolean {
    this.originMs ??= timeMs;
    const number = Math.floor((timeMs - this.originMs) / WINDOW_MS);
    if (number < this.number - 1) return false;
    if (number <= this.number) return true;
    if (this.samples.length > 0) this.close(close);
    this.number = number;
    this.highest = 0;
    return true;
  }

  add(cores: number): void {
    this.highest = Math.max(this.highest, cores);
    if (this.seen++ % this.stride !== 0) return;
    this.samples.push(cores);
    if (this.samples.length < MOST_SAMPLES) return;
    this.stride *= 2;
    this.samples = this.samples.filter((_, index) => index % 2 === 0);
  }

  private close(close: WindowTaker): void {
    const values = Float64Array.from(this.samples).sort();
    // The highest may be one of those that were not kept.
    values[values.length - 1] = this.highest;
    const windows = this.last < 0 ? 1 : this.number - this.last;
    this.last = this.number;
    this.samples.length = 0;
    this.seen = 0;
    this.stride = 1;
    close(values, this.number, windows);
  }
}
