import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerTime } from './server-time';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-01-01T00:00:00.250Z');

/** An answer sent by a server whose clock differs by `offMs`, on its way for `wayMs` each way. */
function answer(time: ServerTime, atMs: number, offMs: number, wayMs: number): void {
  const date = new Date(atMs + wayMs + offMs).toUTCString();
  time.told(date, atMs, atMs + 2 * wayMs);
}

describe('the time of the server', () => {
  const offset = fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS });
  const answers = fc.array(
    fc.record({ afterMs: fc.integer({ min: 0, max: 10_000 }), wayMs: fc.integer({ min: 0, max: 2_000 }) }),
    { minLength: 1, maxLength: 30 },
  );

  it('is known to a second and the way of the fastest answer, and each further answer only narrows it', () => {
    fc.assert(
      fc.property(offset, answers, (offMs, all) => {
        const time = new ServerTime();
        let atMs = NOW_MS;
        let errorMs = Math.abs(offMs);
        for (const { afterMs, wayMs } of all) {
          atMs += afterMs;
          answer(time, atMs, offMs, wayMs);
          const now = Math.abs(time.offMs - offMs);
          expect(now).toBeLessThanOrEqual(Math.min(errorMs, 1_000 + 2 * wayMs));
          errorMs = now;
        }
      }),
    );
  });

  it('follows when our clock is set right', () => {
    const time = new ServerTime();
    answer(time, NOW_MS, -HOUR_MS, 5);
    expect(Math.abs(time.offMs + HOUR_MS)).toBeLessThan(1_010);
    answer(time, NOW_MS - HOUR_MS, 0, 5);
    expect(Math.abs(time.offMs)).toBeLessThan(1_010);
  });

  it.each([undefined, '', 'yesterday', ['a', 'b']])('takes nothing from the date %j', (date) => {
    const time = new ServerTime();
    time.told(date, NOW_MS, NOW_MS);
    expect(time.offMs).toBe(0);
  });
});
