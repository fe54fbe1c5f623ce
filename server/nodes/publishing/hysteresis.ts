/** A change smaller than this share of what is published counts as none. */
const TOLERANCE = 0.05;
/** How long more must be idle before more is published, and how long a small fall may wait. */
export const PATIENCE_MS = 600_000;

/** What is published of one resource, and what would change it. */
export interface PublishedAmount {
  readonly value: number;
  /** Since when less is idle. */
  readonly lessSinceMs?: number;
  /** Since when clearly more is idle, and the least of it since. */
  readonly more?: { readonly sinceMs: number; readonly least: number };
}

/**
 * What to publish next. Falls at once if it moved by more than 5 % or nothing is left, and after 10 minutes by
 * any amount; rises by more than 5 % only after 10 minutes, to the least of them.
 */
export function nextPublished(
  former: PublishedAmount | undefined,
  idle: number,
  nowMs: number,
): PublishedAmount {
  if (!former) return { value: idle };
  const { value } = former;
  if (idle < value) {
    const lessSinceMs = Math.min(former.lessSinceMs ?? nowMs, nowMs);
    const isClear = idle <= 0 || idle < value * (1 - TOLERANCE);
    return isClear || nowMs - lessSinceMs >= PATIENCE_MS ? { value: idle } : { value, lessSinceMs };
  }
  if (idle <= value * (1 + TOLERANCE)) return { value };
  const sinceMs = Math.min(former.more?.sinceMs ?? nowMs, nowMs);
  const least = Math.min(former.more?.least ?? idle, idle);
  return nowMs - sinceMs >= PATIENCE_MS ? { value: least } : { value, more: { sinceMs, least } };
}
