import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listTimeText } from '../lists/time-text';
import { typedRange } from './typed-range';

const NOW = Date.UTC(2026, 10, 23);
const span = (fromMs: number, toMs: number) => ({ span: { fromMs, toMs }, faults: {} });

describe('a range as typed', () => {
  it.each([
    [
      'UTC',
      '2026-11-21 20:47',
      '2026-11-21 20:48',
      Date.UTC(2026, 10, 21, 20, 47),
      Date.UTC(2026, 10, 21, 20, 48),
    ],
    ['UTC', '2026-11-20', '2026-11-21', Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 22)],
    [
      'Asia/Kolkata',
      '2026-11-20',
      '2026-11-20 12:00',
      Date.UTC(2026, 10, 19, 18, 30),
      Date.UTC(2026, 10, 20, 6, 30),
    ],
    // The day on which the clock is put back has 25 hours.
    ['Europe/Berlin', '2026-10-25', '2026-10-25', Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23)],
    // 02:30 is skipped.
    [
      'Europe/Berlin',
      '2026-03-29 02:30',
      '2026-03-29 04:00',
      Date.UTC(2026, 2, 29, 1, 30),
      Date.UTC(2026, 2, 29, 2),
    ],
  ])('is read in %s: %s to %s', (zone, from, to, fromMs, toMs) => {
    expect(typedRange({ from, to }, zone, NOW)).toEqual(span(fromMs, toMs));
  });

  const form = 'Write it as YYYY-MM-DD hh:mm';
  it.each([
    ['', 'soon', { from: form, to: form }],
    ['2026-02-30', '2026-11-21', { from: form }],
    ['2026-11-21 10:00', '21 Nov', { to: form }],
    ['2026-11-21 10:00', '2026-11-21 10:00', { to: 'This is not after From' }],
    ['2026-11-21', '2026-11-20', { to: 'This is not after From' }],
    ['2026-11-23', '2026-11-24', { from: 'This is in the future' }],
  ])("'%s' to '%s' is told what is wrong", (from, to, faults) => {
    expect(typedRange({ from, to }, 'UTC', NOW)).toEqual({ span: undefined, faults });
  });

  it('reads back what is shown, to the minute, but in an hour that comes twice', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia');
    // No clock of these is changed between April and September.
    const times = fc.integer({ min: Date.UTC(2026, 3, 6), max: Date.UTC(2026, 8, 26) });
    fc.assert(
      fc.property(zones, times, (zone, ms) => {
        const minute = Math.floor(ms / 60_000) * 60_000;
        const ends = { from: listTimeText(ms, zone), to: listTimeText(ms + 3_600_000, zone) };
        expect(typedRange(ends, zone, NOW)).toEqual(span(minute, minute + 3_600_000));
      }),
    );
  });
});
