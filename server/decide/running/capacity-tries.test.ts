import { describe, expect, it } from 'vitest';
import { afterCapacityTry, type CapacityTry, capacityPauseUntil } from './capacity-tries';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.parse('2026-08-01T12:00:00Z');

/** The pauses after one round each, of pods that wait again a minute later and go as soon as they may. */
function pauses(rounds: number): number[] {
  const found: number[] = [];
  let tried: CapacityTry | undefined;
  let nowMs = START_MS;
  let sinceMs = START_MS - MINUTE_MS;
  for (let round = 0; round < rounds; round++) {
    tried = afterCapacityTry(tried, sinceMs, nowMs);
    sinceMs = nowMs + MINUTE_MS;
    const untilMs = capacityPauseUntil(tried, sinceMs, sinceMs) ?? sinceMs;
    found.push((untilMs - nowMs) / MINUTE_MS);
    nowMs = untilMs;
  }
  return found;
}

describe('replacing pods that wait for room', () => {
  it('waits ten minutes after the first, then twice as long each time, up to a day', () => {
    expect(pauses(10)).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
  });

  it('takes pods that waited together together, as one round', () => {
    const first = afterCapacityTry(undefined, START_MS - HOUR_MS, START_MS);
    expect(capacityPauseUntil(first, START_MS - 1, START_MS + 1)).toBeUndefined();
    expect(afterCapacityTry(first, START_MS - 1, START_MS + 1)).toEqual(first);
  });

  it('knows a successor that waits within the second, as times are told in whole ones', () => {
    const first = afterCapacityTry(undefined, START_MS - HOUR_MS, START_MS + 700);
    expect(capacityPauseUntil(first, START_MS, START_MS + 900)).toBeGreaterThan(START_MS);
  });

  it('begins anew after a day without, as pods that come and go wait only now and then', () => {
    const third: CapacityTry = { atMs: START_MS, times: 3 };
    const timesWaitingAfter = (ms: number) =>
      afterCapacityTry(third, START_MS + ms, START_MS + 25 * HOUR_MS).times;
    expect(timesWaitingAfter(23 * HOUR_MS)).toBe(4);
    expect(timesWaitingAfter(24 * HOUR_MS)).toBe(1);
    expect(capacityPauseUntil(third, START_MS + 40 * MINUTE_MS, START_MS + 40 * MINUTE_MS)).toBeUndefined();
  });

  it('holds a pod of which nobody says since when it waits, and nothing once the clock was set back', () => {
    const tried: CapacityTry = { atMs: START_MS, times: 1 };
    expect(capacityPauseUntil(tried, undefined, START_MS + 1)).toBe(START_MS + 10 * MINUTE_MS);
    expect(capacityPauseUntil(tried, undefined, START_MS - HOUR_MS)).toBeUndefined();
    expect(afterCapacityTry({ ...tried, times: 5 }, undefined, START_MS - HOUR_MS).times).toBe(1);
  });
});
