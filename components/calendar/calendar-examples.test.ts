import { expect, it } from 'vitest';
import { calendarFaults } from '@/server/decide/features/calendar/reading';
import { CALENDAR_EXAMPLES } from './calendar-examples';

it.each(CALENDAR_EXAMPLES)('$label is a calendar that opens', ({ text }) => {
  expect(calendarFaults(text, Date.parse('2026-11-22T12:00:00Z'))).toEqual([]);
});
