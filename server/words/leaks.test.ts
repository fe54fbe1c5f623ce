import { expect, it } from 'vitest';
import { leakText } from './leaks';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;

it('says how fast a container leaks, how it ends, and what more memory does', () => {
  const leak = { bytesPerHour: 40 * MIB, lives: 4, lifeMs: 24 * HOUR_MS, mostBytes: 1334 * MIB };
  expect(leakText({ ...leak, killedAfterMs: 6 * HOUR_MS })).toBe(
    'It leaks 40 MiB an hour; it was killed every 6 h. More memory only delays the kill: its target is 1.3 GiB at most, enough for 1 d.',
  );
  expect(
    leakText({ ...leak, bytesPerHour: 60 * 2 ** 30, killedAfterMs: HOUR_MS / 12, mostBytes: 1.5 * 2 ** 40 }),
  ).toBe(
    'It leaks 60 GiB an hour; it was killed every 5 min. More memory only delays the kill: to live 1 d it would need more than 1 TB.',
  );
  expect(leakText({ ...leak, killedAfterMs: HOUR_MS / 12, mostBytes: 64 * 2 ** 30 })).toContain(
    'to live 1 d it would need 64 GiB.',
  );
  expect(leakText({ ...leak, mostBytes: 1.5 * 2 ** 40 })).toContain(
    'More memory only delays its end: to live 1 d it would need more than 1 TB.',
  );
  expect(leakText(leak)).toBe(
    'It leaks 40 MiB an hour, in each of its last 4 lives. More memory only delays its end: its target is 1.3 GiB at most, enough for 1 d.',
  );
});
