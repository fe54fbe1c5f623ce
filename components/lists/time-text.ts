import { zoneOffsetMs } from '@/server/words/times';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const UTC = 'UTC';

export const TIME_FORMAT = 'YYYY-MM-DD hh:mm';
export const FORM_FAULT = `Write it as ${TIME_FORMAT}`;

/**
 * The range of a text such as `2026-11-21 20:47` or `2026-11-21`, a minute or a day, in Unix milliseconds of
 * UTC, both ends included; undefined for any other text.
 */
export function stretchOf(text: string): { firstMs: number; lastMs: number } | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(text.trim()) ?? [];
  if (!day) return undefined;
  const written = `${day}T${time ?? '00:00'}`;
  const firstMs = Date.parse(`${written}Z`);
  // Rejects 30 February, which Date reads as a day in March.
  if (Number.isNaN(firstMs) || !new Date(firstMs).toISOString().startsWith(written)) return undefined;
  return { firstMs, lastMs: firstMs + (time ? MINUTE_MS : DAY_MS) - 1 };
}

/** `2026-11-21 20:47`, by the wall clock of a time zone; seconds are cut off. */
export function listTimeText(ms: number, timeZone = UTC): string {
  return new Date(ms + zoneOffsetMs(ms, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}

/**
 * When the wall clock of a time zone shows what UTC shows at `wallMs`: of two such times the first; one that the clock
 * skips counts by the offset before.
 */
export function instantOf(wallMs: number, timeZone: string): number {
  const before = zoneOffsetMs(wallMs - DAY_MS, timeZone);
  const after = zoneOffsetMs(wallMs + DAY_MS, timeZone);
  const isBefore = zoneOffsetMs(wallMs - before, timeZone) === before;
  const isAfter = zoneOffsetMs(wallMs - after, timeZone) === after;
  return wallMs - (isAfter && !isBefore ? after : before);
}

/** Which end of a range a text names: a day begins with its first minute and ends with its last. */
export type RangeEnd = 'first' | 'last';

/** A time in UTC as the wall clock of a time zone shows it; any other text stays as it is. */
export function inZone(text: string, timeZone: string, end: RangeEnd): string {
  const stretch = stretchOf(text);
  return stretch && timeZone !== UTC ? listTimeText(stretch[`${end}Ms`], timeZone) : text;
}

/** A time by the wall clock of a time zone in UTC; any other text stays as it is. */
export function inUtc(text: string, timeZone: string, end: RangeEnd): string {
  const stretch = stretchOf(text);
  return stretch && timeZone !== UTC ? listTimeText(instantOf(stretch[`${end}Ms`], timeZone)) : text;
}

/** What is wrong with the ends of a range, each as typed; undefined if nothing is. */
export function timeFaults(since: string, until: string): { since?: string; until?: string } {
  const [from, to] = [stretchOf(since), stretchOf(until)];
  return {
    since: since && !from ? FORM_FAULT : undefined,
    until:
      until && !to ? FORM_FAULT : from && to && to.lastMs < from.firstMs ? 'This is before From' : undefined,
  };
}
