import { describe, expect, it } from 'vitest';
import { calendarTextView } from '@/server/decide/features/calendar/view';
import { calendarNow, laterOpenings, weekRows } from './calendar-words';

const at = (text: string) => Date.parse(text);
const NIGHTS = 'timeZone: Europe/Berlin\nwindows: [{days: Mon-Fri, from: "22:00", to: "06:00"}]';
const view = (text: string | undefined, time: string) => calendarTextView(text, '', at(time));

describe('a calendar in words', () => {
  it.each([
    [undefined, 'Pods may change at all times.'],
    ['always', 'Pods may change at all times.'],
    ['windows: soon', 'The calendar cannot be read, so it never opens.'],
    ['blackouts: [{from: "00:00", to: "24:00"}]', 'The calendar never opens.'],
    [NIGHTS, 'Closed now. Opens in 1.3 d, Mon 23 Nov 2026, 22:00 Europe/Berlin.'],
    ['windows: [{from: "12:00", for: 2h}]', 'Open now. Closes in 2 h, Sun 22 Nov 2026, 14:00 UTC.'],
    ['blackouts: [{date: 2026-01-01}]', 'Open now, without an end.'],
  ])('says of %j: %s', (text, words) => {
    expect(calendarNow(view(text, '2026-11-22T12:00Z'), at('2026-11-22T12:00Z')).text).toBe(words);
  });

  it('goes on with the openings after that', () => {
    const nights = view(NIGHTS, '2026-11-22T12:00Z');
    expect(laterOpenings(nights, at('2026-11-22T12:00Z')).slice(0, 1)).toEqual([
      'Tue 24 Nov 22:00 to Wed 25 Nov 06:00',
    ]);
  });

  it('names the year of an opening that is not in this one', () => {
    const rare = view('windows: [{cron: "0 3 1 1 *", for: 1h}]', '2026-11-22T12:00Z');
    expect(laterOpenings(rare, at('2026-11-22T12:00Z'))[0]).toBe('Sat 1 Jan 2028 03:00 to 04:00');
  });

  it('has a row for each day of the week, one of 25 hours too', () => {
    const rows = weekRows(view(NIGHTS, '2026-10-22T22:00Z'), at('2026-10-23T10:00Z'));
    expect(rows.map(({ day, open }) => [day, ...open.map(({ text }) => text)])).toEqual([
      ['Fri 23 Oct', '00:00 to 06:00', '22:00 to 24:00'],
      ['Sat 24 Oct', '00:00 to 06:00'],
      ['Sun 25 Oct'],
      ['Mon 26 Oct', '22:00 to 24:00'],
      ['Tue 27 Oct', '00:00 to 06:00', '22:00 to 24:00'],
      ['Wed 28 Oct', '00:00 to 06:00', '22:00 to 24:00'],
      ['Thu 29 Oct', '00:00 to 06:00', '22:00 to 24:00'],
    ]);
    expect(rows[0]).toMatchObject({ now: 0.5, open: [{ at: 0, width: 0.25 }, {}] });
  });
});
