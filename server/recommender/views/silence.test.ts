import { expect, it } from 'vitest';
import { isSilent } from './silence';

const MINUTE_MS = 60_000;

it.each([
  ['samples of the last pass', 0, MINUTE_MS, MINUTE_MS, false],
  ['a few that are missing', 0, 10 * MINUTE_MS, MINUTE_MS, false],
  ['none for longer', 0, 11 * MINUTE_MS, MINUTE_MS, true],
  ['a process that asks seldom', 0, 20 * MINUTE_MS, 10 * MINUTE_MS, false],
  ['none of many rare passes', 0, 31 * MINUTE_MS, 10 * MINUTE_MS, true],
  ['no sample ever', undefined, MINUTE_MS, MINUTE_MS, false],
  ['no pass yet', 0, undefined, MINUTE_MS, false],
])('a container is silent with %s: %j, %j, %j → %s', (_, lastSampleMs, passMs, passEveryMs, silent) => {
  expect(isSilent(lastSampleMs, passMs, passEveryMs)).toBe(silent);
});
