import { errorText } from '../../../lib/report/errors';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn, textReader } from '../../pods/stated-text';
import { parseStated } from '../../pods/stated-yaml';
import { type Calendar, HORIZON_YEARS } from './calendar';
import { type Compiled, compileCalendar } from './compile';
import { type CalendarFault, calendarSchema, schemaFaults } from './schema';

/** When pods of a VPA may change, as JSON or YAML; `always` frees it from the calendar of the cluster. */
export const CALENDAR_ANNOTATION = 'plumbline.dev/calendar';
const ALWAYS = 'always';
const LONGEST_TEXT = 16_384;
const MOST_KEPT = 20_000;

/** The calendar that counts for a VPA. One that cannot be read opens never. */
export interface CalendarReading {
  readonly from: 'vpa' | 'cluster';
  readonly text: string;
  readonly calendar?: Calendar;
  readonly faults: readonly CalendarFault[];
}

export const readCalendar = textReader<Compiled>(compiledFrom, {
  longest: LONGEST_TEXT,
  most: MOST_KEPT,
  tooLong: () => wrong(`it is longer than ${LONGEST_TEXT} characters`),
});

/** The calendar that a VPA states itself. */
export function calendarTextOf(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): string | undefined {
  return statedIn(vpa, CALENDAR_ANNOTATION);
}

/** The annotation of the VPA, or else the calendar of the cluster; undefined if its pods may change at all times. */
export function calendarOf(
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
  clusterText: string,
): CalendarReading | undefined {
  const own = calendarTextOf(vpa);
  return own === undefined ? clusterCalendar(clusterText) : reading('vpa', own);
}

/** The calendar of the setting, which is none if that is empty. */
export function clusterCalendar(text: string): CalendarReading | undefined {
  return text === '' ? undefined : reading('cluster', text);
}

function reading(from: CalendarReading['from'], text: string): CalendarReading | undefined {
  return text.trim() === ALWAYS ? undefined : { from, text, faults: [], ...readCalendar(text) };
}

/** What is wrong with a calendar, one sentence for each field; `nowMs` tells whether it ever opens. */
export function calendarFaults(text: string, nowMs: number): string[] {
  if (text.trim() === ALWAYS) return [];
  const read = readCalendar(text);
  if ('faults' in read) return read.faults.map(faultText);
  return opensNever(read.calendar, nowMs) ? [OPENS_NEVER] : [];
}

export const OPENS_NEVER = `it never opens in the next ${HORIZON_YEARS} years: its blackouts cover every window`;

export function opensNever(calendar: Calendar, nowMs: number): boolean {
  const { isOpen, changesMs } = calendar.stateAt(nowMs);
  return !isOpen && changesMs === undefined;
}

export function faultText({ field, message }: CalendarFault): string {
  if (field === '') return message;
  return message.startsWith('"') || message.startsWith('must')
    ? `${field}: ${message}`
    : `${field} ${message}`;
}

function compiledFrom(text: string): Compiled {
  if (text.trim() === '') return wrong('it is empty; it takes a calendar, or always');
  let stated: unknown;
  try {
    stated = parseStated(text);
  } catch (thrown) {
    return wrong(`it is neither YAML nor JSON: ${errorText(thrown)}`);
  }
  const parsed = calendarSchema.safeParse(stated);
  return parsed.success ? compileCalendar(parsed.data) : { faults: schemaFaults(parsed.error) };
}

function wrong(message: string): Compiled {
  return { faults: [{ field: '', message }] };
}
