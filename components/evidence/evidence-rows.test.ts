import { describe, expect, it } from 'vitest';
import type { ModelsView, RunsView, SeasonView, WindowsView } from '@/server/recommender/views';
import { modelRows, modelsWords } from './models-rows';
import { runColumns, runsSeries, runsWords } from './runs-rows';
import { seasonColumns, seasonSeries, seasonWords, testWords } from './season-series';
import { windowColumns, windowsSeries, windowsWords } from './windows-series';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const T0 = Date.parse('2026-03-02T00:00:00Z');

describe('windows, drawn', () => {
  const window = (minute: number, statistic: number) => ({
    endMs: T0 + minute * MINUTE_MS,
    mean: 100,
    peak: 200,
    statistic,
  });
  const view: WindowsView = {
    windows: [window(5, 150), window(10, 300), window(15, 160), window(40, 170)],
    windowMs: 5 * MINUTE_MS,
    statistic: 'load-percentile',
    by: 0.95,
    held: 170,
    holdMs: 10 * MINUTE_MS,
  };
  const series = windowsSeries('cpu', view);

  it('have the highest statistic of the time that counts at each', () => {
    expect(series?.rows.map(({ held }) => held)).toEqual([150, 300, 300, undefined, 170]);
  });

  it('have a gap where windows are missing', () => {
    expect(series?.rows[3]).toEqual({ atMs: T0 + 20 * MINUTE_MS });
    expect(series?.fromMs).toBe(T0);
    expect(series?.valueTicks.at(-1)).toBeGreaterThanOrEqual(300);
  });

  it('say what counts', () => {
    expect(windowsWords('cpu', view)).toBe(
      '95th percentile of load: 170m. The highest of the last 10 min counts: 170m, before the margin.',
    );
    expect(windowsWords('cpu', { ...view, windows: [] })).toContain('The first window is under way');
    expect(windowColumns('cpu', view).map(({ label }) => label)).toEqual([
      'Window until',
      'Mean',
      'Peak',
      '95th percentile of load',
      'Highest of 10 min',
    ]);
  });

  it('are none before the first', () => {
    expect(windowsSeries('cpu', { ...view, windows: [] })).toBeUndefined();
  });
});

describe('models, listed', () => {
  const model = (halfLifeMs: number, cost: number, limit = 300) => ({
    halfLifeMs,
    margin: 0.1,
    limit,
    cost,
    overrun: cost / 2,
    underrun: cost / 4,
    changes: cost / 4,
  });
  const view: ModelsView = {
    models: [model(3 * HOUR_MS, 40), model(DAY_MS, 20), model(7 * DAY_MS, 10, 400)],
    chosen: 1,
    switched: { atMs: T0, from: 0 },
    prices: { model: 15, limit: 6 },
    measure: 'distance',
    costHalfLifeMs: DAY_MS,
  };

  it('come cheapest first, each cost with its parts', () => {
    const rows = modelRows('cpu', view);
    expect(rows.map(({ name, cost }) => [name, cost])).toEqual([
      ['half-life 7 d, margin 10 %', '10m'],
      ['half-life 1 d, margin 10 %', '20m'],
      ['half-life 3 h, margin 10 %', '40m'],
    ]);
    expect(rows.map(({ speaks }) => speaks)).toEqual([false, true, false]);
    expect(rows[2]?.parts.map(({ share }) => share)).toEqual([0.5, 0.25, 0.25]);
  });

  it('say which speaks, why, and since when', () => {
    expect(modelsWords('cpu', view)).toBe(
      'The model with half-life 1 d, margin 10 % speaks. That with half-life 7 d, margin 10 % has cost 10m less, and a change would cost 21m. It took over from half-life 3 h, margin 10 % at 2 Mar 2026, 00:00:00 UTC.',
    );
    expect(modelsWords('cpu', { ...view, chosen: 2, switched: undefined })).toBe(
      'The model with half-life 7 d, margin 10 % speaks. It has cost least. It has spoken from the start.',
    );
    expect(modelsWords('cpu', { ...view, chosen: -1 })).toContain('No model speaks yet');
  });

  it('count by number if runs are counted', () => {
    expect(modelRows('cpu', { ...view, measure: 'count' })[0]?.cost).toBe('10.000');
  });
});

describe('past periods, drawn', () => {
  const phase = (day: number, amounts: (number | null)[]) => ({ startMs: T0 + day * DAY_MS, amounts });
  const quiet = Array.from({ length: 48 }, (_, slot) => (slot < 24 ? 100 : 400));
  const view: SeasonView = {
    slotMs: HOUR_MS / 2,
    tests: [],
    periodMs: DAY_MS,
    phaseMs: DAY_MS,
    phases: [
      phase(0, quiet),
      phase(
        1,
        quiet.map((amount, slot) => (slot < 46 ? amount : null)),
      ),
    ],
    coming: {
      fromMs: T0 + DAY_MS + 23 * HOUR_MS,
      toMs: T0 + 2 * DAY_MS + HOUR_MS,
      horizonMs: 2 * HOUR_MS,
      amount: 400,
    },
    present: 410,
  };
  const series = seasonSeries('cpu', view);

  it('lie over one another by slot, what is unknown left out', () => {
    expect(series?.rows).toHaveLength(48);
    expect(series?.rows[0]?.used).toEqual([100, 100]);
    expect(series?.rows[47]?.used).toEqual([400, undefined]);
  });

  it('have the recommendation in the coming time, also where it reaches into the next period', () => {
    const coming = series?.rows.flatMap(({ phaseMs, recommended }) =>
      recommended ? [phaseMs / HOUR_MS] : [],
    );
    expect(coming).toEqual([0, 0.5, 23, 23.5]);
    expect(series?.rows[0]?.recommended).toBe(410);
  });

  it('are columns of a table by the day each began', () => {
    expect(series && seasonColumns('cpu', series).map(({ label }) => label)).toEqual([
      'From (UTC)',
      '2 Mar',
      '3 Mar',
      'Recommended',
    ]);
  });

  it('say what the coming time needed before, or that there is no period yet', () => {
    expect(seasonWords('cpu', view)).toContain('needed up to 400m before');
    expect(seasonWords('cpu', { ...view, coming: undefined })).toContain('it recommends as default');
    expect(seasonSeries('cpu', { ...view, phases: [] })).toBeUndefined();
  });

  it.each([
    [
      { verdict: 'found', strength: 0.91, least: 0.3, chance: 1e-9 },
      'By day: found, autocorrelation 0.91 over 3 rounds, chance of noise below 0.1 %.',
    ],
    [{ verdict: 'too-short' }, 'By day: too early, it takes two rounds and one is over.'],
    [{ verdict: 'flat' }, 'By day: none, usage does not change.'],
    [
      { verdict: 'weak', strength: 0.1, least: 0.3 },
      'By day: none, autocorrelation 0.10, and 0.30 would do.',
    ],
    [{ verdict: 'noise', strength: 0.4, least: 0.3, chance: 0.02 }, 'chance of 2 %'],
  ] as const)('say what came of a test: %o', (test, words) => {
    const rounds = test.verdict === 'too-short' ? 1 : 3;
    expect(testWords({ periodMs: DAY_MS, rounds, ...test })).toContain(words);
  });
});

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
