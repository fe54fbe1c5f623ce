const SILENT_AFTER_MS = 10 * 60_000;
/** A process may ask seldom: this many passes without a sample are no accident. */
const SILENT_PASSES = 3;

/** Whether no samples of a container came lately, as of the last pass: its history does not grow. */
export function isSilent(
  lastSampleMs: number | undefined,
  passMs: number | undefined,
  passEveryMs: number,
): boolean {
  if (lastSampleMs === undefined || passMs === undefined) return false;
  return passMs - lastSampleMs > Math.max(SILENT_AFTER_MS, SILENT_PASSES * passEveryMs);
}
