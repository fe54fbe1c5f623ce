/** A window or blackout as people write it. */
interface Written {
  days?: string | readonly string[];
  from?: string;
  to?: string;
  for?: string;
  cron?: string;
  date?: string;
  timeZone?: string;
}

/** `Mon–Fri 22:00 to 06:00`, `cron 0 3 * * 2 for 2h (America/New_York)`. */
export function windowWords({ days, from = '', to, for: length, cron, timeZone }: Written): string {
  const when = cron === undefined ? `${daysWords(days)} ${from}` : `cron ${cron.trim()}`;
  const end = to === undefined ? `for ${length ?? ''}` : `to ${to}`;
  return `${when} ${end}${zoneWords(timeZone)}`;
}

/** `2026-12-24`, `every year 12-20 to 01-06`, or the words of a window. */
export function blackoutWords(written: Written): string {
  const { date, from = '', to = '', timeZone } = written;
  if (date === undefined && !from.includes('-')) return windowWords(written);
  const dates = date ?? `${from} to ${to}`;
  const isYearly = /^\d\d-\d\d$/.test((date ?? from).trim());
  return `${isYearly ? 'every year ' : ''}${dates}${zoneWords(timeZone)}`;
}

/** `only Mon–Fri 22:00 to 06:00, except 2026-12-24`, after `pods may change`. */
export function windowsOf({
  windows = [],
  blackouts = [],
}: {
  windows?: readonly string[];
  blackouts?: readonly string[];
}): string {
  const open = windows.length > 0 ? `only ${windows.join(' or ')}` : 'at all times';
  return blackouts.length > 0 ? `${open}, except ${blackouts.join(', ')}` : open;
}

function daysWords(days: Written['days']): string {
  if (days === undefined) return 'every day';
  return (typeof days === 'string' ? [days] : days).join(', ').replaceAll(/\s*-\s*/g, '–');
}

function zoneWords(timeZone: string | undefined): string {
  return timeZone === undefined ? '' : ` (${timeZone})`;
}
