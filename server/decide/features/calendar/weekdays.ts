import { weekdayOf } from './rule';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Reads weekdays such as `Mon-Fri, Sun`; undefined if there is another word among them. */
export function weekdaysIn(days: string | readonly string[]): ((day: number) => boolean) | undefined {
  const on = new Set<number>();
  const parts = (typeof days === 'string' ? [days] : days).flatMap((text) => text.split(','));
  for (const part of parts) {
    const [first, last, ...rest] = part.split('-').map((name) => indexOf(name.trim()));
    if (first === undefined || first < 0 || rest.length > 0 || last === -1) return undefined;
    for (let day = first; ; day = (day + 1) % 7) {
      on.add(day);
      if (day === (last ?? first)) break;
    }
  }
  return (day) => on.has(weekdayOf(day));
}

/** Of a name or its beginning, from three letters on. */
function indexOf(name: string): number {
  return name.length < 3 ? -1 : DAYS.findIndex((day) => day.startsWith(name.toLowerCase()));
}
