import { expect, it } from 'vitest';
import { UsageTable } from './usage-table';

const MINUTE_MS = 60_000;

it('keeps the least memory of one to two windows', () => {
  const table = new UsageTable(10 * MINUTE_MS);
  const set = (minute: number, memoryBytes: number) =>
    table.set(7, { atMs: minute * MINUTE_MS, memoryBytes });
  set(100, 50);
  set(105, 80);
  expect(table.lowOf(7)).toEqual({ bytes: 50, sinceMs: 100 * MINUTE_MS });
  set(112, 90);
  expect(table.lowOf(7)).toEqual({ bytes: 50, sinceMs: 100 * MINUTE_MS });
  set(121, 95);
  expect(table.lowOf(7)).toEqual({ bytes: 90, sinceMs: 110 * MINUTE_MS });
});

it('forgets what was before a gap, and a container that is gone', () => {
  const table = new UsageTable(10 * MINUTE_MS);
  table.set(0, { atMs: 0, memoryBytes: 50 });
  table.set(0, { atMs: 60 * MINUTE_MS, memoryBytes: 80 });
  expect(table.lowOf(0)).toEqual({ bytes: 80, sinceMs: 60 * MINUTE_MS });
  table.clear(0);
  expect(table.lowOf(0)).toBeUndefined();
  expect(new UsageTable().lowOf(0)).toBeUndefined();
});

it('keeps none without a window', () => {
  const table = new UsageTable(0);
  table.set(0, { atMs: 0, memoryBytes: 50 });
  expect(table.lowOf(0)).toBeUndefined();
  expect(table.get(0)?.memoryBytes).toBe(50);
});
