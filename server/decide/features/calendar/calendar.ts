import { type Interval, joined, within, without } from './intervals';
import type { CalendarRule } from './rule';
import type { CalendarSpec } from './schema';
import { DAY_MS } from './zone';

export interface CalendarState {
  readonly isOpen: boolean;
  /** When that changes; absent if it does not within {@link HORIZON_YEARS} years. */
  readonly changesMs?: number;
}

export const HORIZON_YEARS = 10;
const HORIZON_MS = HORIZON_YEARS * 365.25 * DAY_MS;
/** How far ahead is looked at once: first a week, then always further. */
const FIRST_LOOK_MS = 8 * DAY_MS;
const LONGEST_LOOK_MS = 128 * DAY_MS;
/** How long an answer without an end is believed. */
const BELIEVED_MS = DAY_MS;

/**
 * When pods may change. All questions are pure functions of the time; the last answer is kept, so that asking again
 * before it changes costs nothing.
 */
export class Calendar {
  private known: { fromMs: number; untilMs: number; state: CalendarState } | undefined;

  constructor(
    readonly spec: CalendarSpec,
    readonly timeZone: string,
    /** Undefined: open but in blackouts. */
    private readonly windows: readonly CalendarRule[] | undefined,
    private readonly blackouts: readonly CalendarRule[],
  ) {}

  exempts(change: 'oom' | 'in-place'): boolean {
    return this.spec.exempt?.includes(change) ?? false;
  }

  /** When it is open from `fromMs` until `toMs`, in order. */
  openSpans(fromMs: number, toMs: number): Interval[] {
    const lit = this.windows
      ? joined(this.windows.flatMap((rule) => rule(fromMs, toMs)))
      : [{ startMs: fromMs, endMs: toMs }];
    const [first, last] = [lit[0], lit.at(-1)];
    if (!first || !last) return [];
    const dark = joined(this.blackouts.flatMap((rule) => rule(first.startMs, last.endMs)));
    return within(without(lit, dark), fromMs, toMs);
  }

  stateAt(nowMs: number): CalendarState {
    const { known } = this;
    if (known && nowMs >= known.fromMs && nowMs < known.untilMs) return known.state;
    const state = this.lookedUp(nowMs);
    const untilMs = state.changesMs ?? nowMs + BELIEVED_MS;
    this.known = { fromMs: nowMs, untilMs, state };
    return state;
  }

  isOpen(atMs: number): boolean {
    return this.stateAt(atMs).isOpen;
  }

  /** When it opens after a time at which it is closed. */
  nextOpening(afterMs: number): number | undefined {
    const { isOpen, changesMs } = this.stateAt(afterMs);
    return isOpen ? undefined : changesMs;
  }

  /** When it closes after a time at which it is open. */
  closesAt(afterMs: number): number | undefined {
    const { isOpen, changesMs } = this.stateAt(afterMs);
    return isOpen ? changesMs : undefined;
  }

  private lookedUp(nowMs: number): CalendarState {
    const isOpen = this.openSpans(nowMs, nowMs + 1).length > 0;
    let fromMs = nowMs;
    for (
      let lookMs = FIRST_LOOK_MS;
      fromMs < nowMs + HORIZON_MS;
      lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS)
    ) {
      const toMs = fromMs + lookMs;
      const [first] = this.openSpans(fromMs, toMs);
      if (!isOpen && first) return { isOpen, changesMs: first.startMs };
      if (isOpen && first?.startMs !== fromMs) return { isOpen, changesMs: fromMs };
      if (isOpen && first && first.endMs < toMs) return { isOpen, changesMs: first.endMs };
      fromMs = toMs;
    }
    return { isOpen };
  }
}
