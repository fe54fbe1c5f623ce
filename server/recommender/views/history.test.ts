import { describe, expect, it } from 'vitest';
import { History } from './history';

const MINUTE_MS = 60_000;

function point(atMs: number, target = 0) {
  return { atMs, confidence: 0, cpu: { target }, memory: {} };
}

describe('the history of a container', () => {
  it('keeps every point while there are few', () => {
    const history = new History();
    for (let minute = 0; minute < 100; minute++) history.add(point(minute * MINUTE_MS));
    expect(history.list().map((kept) => kept.atMs / MINUTE_MS)).toEqual([...Array(100).keys()]);
  });

  it('returns known values and leaves out unknown ones', () => {
    const history = new History();
    const full = {
      atMs: MINUTE_MS,
      confidence: 0.5,
      cpu: { target: 100, lowerBound: 50, upperBound: 200, request: 120, usage: 80 },
      memory: { target: 2 ** 30, usage: 2 ** 29 },
    };
    history.add(full);
    expect(history.list()).toEqual([full]);
    expect(history.lastMs).toBe(MINUTE_MS);
  });

  it('stays bounded over a month of minutes, fine at the end, coarse at the start, and spans it all', () => {
    const history = new History();
    const minutes = 30 * 24 * 60;
    for (let minute = 0; minute < minutes; minute++) history.add(point(minute * MINUTE_MS, minute));
    const kept = history.list().map((one) => one.atMs / MINUTE_MS);
    expect(kept.length).toBeLessThanOrEqual(128);
    expect(kept[0]).toBe(0);
    expect(kept.slice(-32)).toEqual([...Array(32).keys()].map((index) => minutes - 32 + index));
    const gaps = kept.slice(1).map((minute, index) => minute - (kept[index] ?? 0));
    expect(Math.max(...gaps.slice(0, 20))).toBeGreaterThan(Math.max(...gaps.slice(-20)));
    expect(history.list().every((one) => one.cpu.target === one.atMs / MINUTE_MS)).toBe(true);
  });

  it('replaces the last point by one of the same time', () => {
    const history = new History();
    history.add(point(1000, 1));
    history.add(point(1000, 2));
    expect(history.list()).toEqual([point(1000, 2)]);
  });
});
