import type { Interval } from './intervals';
import { DAY_MS, type Zone } from './zone';

const MINUTE_MS = 60_000;

/** When a window or a blackout is: all its times that touch those from `fromMs` until `toMs`, in any order. */
export type CalendarRule = (fromMs: number, toMs: number) => Interval[];

/** Days are counted from 1 January 1970. */
export interface Starts {
  isOn(day: number): boolean;
  /** Minutes since midnight, ascending. */
  readonly minutes: readonly number[];
}

/** When it ends: after so much elapsed time, or at a time of the wall clock counted from midnight of its first day. */
export type End = { readonly afterMs: number } | { readonly atMinute: number };

/** Starts on its days at its times. */
export function repeated(zone: Zone, { isOn, minutes }: Starts, end: End): CalendarRule {
  const longestMs = 'afterMs' in end ? end.afterMs : end.atMinute * MINUTE_MS;
  const runs = 'afterMs' in end ? runsOf(minutes, end.afterMs) : minutes.map((one) => [one, one] as const);
  const endOf = (dayMs: number, startMs: number) =>
    'afterMs' in end ? startMs + end.afterMs : zone.instantOf(dayMs + end.atMinute * MINUTE_MS);
  return (fromMs, toMs) => {
    const found: Interval[] = [];
    const first = Math.floor(zone.localOf(fromMs - longestMs) / DAY_MS) - 1;
    const last = Math.floor(zone.localOf(toMs) / DAY_MS);
    for (let day = first; day <= last; day++) {
      if (!isOn(day)) continue;
      const dayMs = day * DAY_MS;
      // Starts of a run are joined only where no minute of them is skipped or shown twice.
      const isSteady = minutes.length > 1 && zone.isSteady(dayMs, dayMs + DAY_MS);
      const midnightMs = isSteady ? zone.instantOf(dayMs) : 0;
      const instantOf = (minute: number) =>
        isSteady ? midnightMs + minute * MINUTE_MS : zone.instantOf(dayMs + minute * MINUTE_MS);
      for (const [from, to] of isSteady ? runs : minutes.map((one) => [one, one] as const)) {
        const startMs = instantOf(from);
        const endMs = endOf(dayMs, from === to ? startMs : instantOf(to));
        if (endMs > fromMs && startMs < toMs) found.push({ startMs, endMs });
      }
    }
    return found;
  };
}

/** Starts so close that each begins before the one before it ends. */
function runsOf(minutes: readonly number[], lengthMs: number): (readonly [from: number, to: number])[] {
  const runs: [number, number][] = [];
  for (const minute of minutes) {
    const last = runs.at(-1);
    if (last && (minute - last[1]) * MINUTE_MS <= lengthMs) last[1] = minute;
    else runs.push([minute, minute]);
  }
  return runs;
}

/** Once, between two times of the wall clock. */
export function once(zone: Zone, startLocalMs: number, endLocalMs: number): CalendarRule {
  const only = { startMs: zone.instantOf(startLocalMs), endMs: zone.instantOf(endLocalMs) };
  return (fromMs, toMs) => (only.endMs > fromMs && only.startMs < toMs ? [only] : []);
}

/** Days of a year; months count from 1. */
export interface YearDay {
  readonly month: number;
  readonly day: number;
}

/**
 * Every year from one day to another, both included; over the turn of the year if the second comes first. A day
 * that a month lacks is its last.
 */
export function yearly(zone: Zone, from: YearDay, to: YearDay): CalendarRule {
  const turns = to.month < from.month || (to.month === from.month && to.day < from.day);
  const at = (year: number, { month, day }: YearDay) =>
    Date.UTC(year, month - 1, Math.min(day, new Date(Date.UTC(year, month, 0)).getUTCDate()));
  return (fromMs, toMs) => {
    const found: Interval[] = [];
    const first = new Date(fromMs).getUTCFullYear() - 2;
    for (let year = first; at(year, from) - DAY_MS < toMs; year++) {
      const startMs = zone.instantOf(at(year, from));
      const endMs = zone.instantOf(at(turns ? year + 1 : year, to) + DAY_MS);
      if (endMs > fromMs && startMs < toMs) found.push({ startMs, endMs });
    }
    return found;
  };
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
