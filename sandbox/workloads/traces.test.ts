import { expect, it } from 'vitest';
import { traceValueAt } from '@/sandbox/workloads/traces';

it('a trace repeats forever and is linear between two values', () => {
  const trace = { name: 't', stepMs: 60_000, values: Float32Array.of(2, 4, 6), average: 4 };
  const at = (seconds: number) => traceValueAt(trace, seconds * 1000);
  expect([at(0), at(30), at(60), at(120), at(180), at(210), at(360)]).toEqual([2, 3, 4, 6, 2, 3, 2]);
});
