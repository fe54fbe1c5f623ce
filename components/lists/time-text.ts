const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export const TIME_FORMAT = 'YYYY-MM-DD hh:mm';

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

/** What is wrong with the ends of a range, each as typed; undefined if nothing is. */
export function timeFaults(since: string, until: string): { since?: string; until?: string } {
  const form = `Write it as ${TIME_FORMAT}`;
  const [from, to] = [stretchOf(since), stretchOf(until)];
  return {
    since: since && !from ? form : undefined,
    until: until && !to ? form : from && to && to.lastMs < from.firstMs ? 'This is before From' : undefined,
  };
}
