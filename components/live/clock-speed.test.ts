import { describe, expect, it } from 'vitest';
import { realAge } from './clock-speed';

const MINUTE_MS = 60_000;

describe('an age on a fast clock', () => {
  it.each([
    ['six minutes of the demo', 6 * MINUTE_MS, 360, '1 s real'],
    ['half a minute of the demo', 30_000, 360, '83 ms real'],
    ['the clock of others', 6 * MINUTE_MS, 1, undefined],
    ['just now', 500, 360, undefined],
    ['from before the start, as far as is known', 25 * 60 * MINUTE_MS, 360, undefined],
    ['ahead', -MINUTE_MS, 360, undefined],
  ] as const)('is told in real time too: %s', (_, ageMs, speed, told) => {
    expect(realAge(ageMs, speed)).toBe(told);
  });
});
