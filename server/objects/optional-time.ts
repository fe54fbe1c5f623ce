/** Unix milliseconds; undefined for an invalid time. */
export function optionalTime(text: string | null | undefined): number | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}
