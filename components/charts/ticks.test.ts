import { describe, expect, it } from 'vitest';
import { durationTicks } from '@/server/words/duration-ticks';
import { timeOfDay } from '@/server/words/times';
import { countTicks, fewTicks, linearTicks } from './linear-ticks';
import { timeLabel, timeTicks } from './time-ticks';

const MIB = 2 ** 20;
const HOUR = 3_600_000;

describe('ticks', () => {
  it.each([
    ['cpu', 480, [0, 200, 400, 600]],
    ['cpu', 3.2, [0, 1, 2, 3, 4]],
    ['memory', 900 * MIB, [0, 256, 512, 768, 1024].map((value) => value * MIB)],
    ['memory', 3500 * MIB, [0, 1024, 2048, 3072, 4096].map((value) => value * MIB)],
    ['memory', 7 * 1024 * MIB, [0, 2, 4, 6, 8].map((value) => value * 1024 * MIB)],
  ] as const)('of %s up to %d are round', (resource, max, ticks) => {
    expect(linearTicks(resource, max)).toEqual(ticks);
  });

  it.each([
    [1, [0, 1]],
    [3, [0, 2, 4]],
    [5, [0, 5]],
    [7, [0, 5, 10]],
    [431, [0, 500]],
  ])('of a count up to %d are whole', (most, ticks) => {
    expect(countTicks(most)).toEqual(ticks);
  });

  it.each([
    ['cpu', 5_000, [0, 2_500, 5_000]],
    ['cpu', 5_100, [0, 2_000, 4_000, 6_000]],
    ['memory', 700 * MIB, [0, 256, 512, 768].map((value) => value * MIB)],
  ] as const)('of a low picture of %s up to %d leave little room above', (resource, max, ticks) => {
    expect(fewTicks(resource, max)).toEqual(ticks);
  });

  it('of time are round and few', () => {
    const ticks = timeTicks(0.5 * HOUR, 25 * HOUR);
    expect(ticks.map((tick) => tick / HOUR)).toEqual([6, 12, 18, 24]);
    expect(timeTicks(0, 400 * 24 * HOUR).length).toBeLessThanOrEqual(7);
  });

  it.each([
    ['Asia/Kolkata', Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22)],
    ['Europe/Berlin', Date.UTC(2026, 9, 23, 12), Date.UTC(2026, 9, 27, 12)],
    ['America/New_York', Date.UTC(2026, 2, 6), Date.UTC(2026, 2, 12)],
  ])('of time are round on a wall in %s, also where its clock is changed', (zone, fromMs, toMs) => {
    const ticks = timeTicks(fromMs, toMs, 6, zone);
    expect(ticks.length).toBeGreaterThan(3);
    expect(ticks.every((tick) => tick >= fromMs && tick <= toMs)).toBe(true);
    for (const tick of ticks) expect(timeOfDay(tick, zone)).toMatch(/^(00|06|12|18):00$/);
  });

  it('of a duration are hours, then days', () => {
    expect(durationTicks(5 * HOUR).map((tick) => tick / HOUR)).toEqual([0, 2, 4, 6]);
    expect(durationTicks(6.5 * 24 * HOUR).map((tick) => tick / HOUR / 24)).toEqual([0, 2, 4, 6, 8]);
    expect(durationTicks(0)).toEqual([0, 60_000]);
  });

  it('of time show the date if they span more than a day', () => {
    expect(timeLabel(0, 3 * HOUR)(2 * HOUR)).toBe('02:00');
    expect(timeLabel(0, 3 * HOUR)(2 * HOUR, 0)).toBe('02:00 UTC');
    expect(timeLabel(0, 30 * HOUR)(2 * HOUR)).toBe('1 Jan 02:00');
  });
});
