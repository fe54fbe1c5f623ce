import { describe, expect, it } from 'vitest';
import type { RunsView } from '@/server/contract/recommendations';
import { runColumns, runsSeries, runsWords } from './runs-rows';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const T0 = Date.parse('2026-03-02T00:00:00Z');

describe('past runs, drawn', () => {
  const run = (hour: number, cpu: number, isWhole = true, counts = true) => ({
    firstMs: T0 + hour * HOUR_MS,
    lastMs: T0 + hour * HOUR_MS + 20 * MINUTE_MS,
    cpu,
    memory: cpu * 2 ** 20,
    isWhole,
    counts,
  });
  const view: RunsView = {
    kind: 'runs',
    runs: [run(0, 900, true, false), run(1, 100), run(2, 300), run(3, 700, false)],
    most: 3,
  };

  it('are marked by whether they count', () => {
    expect(runsSeries('cpu', view)?.rows.map(({ state }) => state)).toEqual([
      'older',
      'counts',
      'counts',
      'under-way',
    ]);
    const [from, lasted, average, state] = runColumns('cpu');
    const row = runsSeries('cpu', view)?.rows[3];
    expect(row && [from, lasted, average, state].map((column) => column?.words(row))).toEqual([
      '2 Mar 2026, 03:00:00 UTC',
      '20 min',
      '700m',
      'under way',
    ]);
  });

  it('say what counts', () => {
    expect(runsWords('cpu', view)).toBe(
      'Of the newest 3 runs, 2 are over and count: on average 200m, before the margin.',
    );
    expect(runsWords('cpu', { ...view, runs: [run(1, 100), run(2, 300)] })).toContain('2 runs count: ');
    expect(runsWords('memory', { ...view, runs: [run(3, 700, false)] })).toContain(
      'Only the run under way is known',
    );
    expect(runsWords('cpu', { ...view, runs: [] })).toContain('No run was seen yet');
  });
});
