import { describe, expect, it } from 'vitest';
import { chosen, DAY_MS, HOUR_MS, MINUTE_MS, START_MS, Studied } from '@/tests/support/studied';
import type { EvidenceView, SeasonView } from './evidence';

type Of<Kind extends EvidenceView['kind']> = Extract<EvidenceView, { kind: Kind }>;

function evidenceOf<Kind extends EvidenceView['kind']>(container: Studied, kind: Kind): Of<Kind> {
  const evidence = container.evidence();
  if (evidence?.kind !== kind) throw new Error(`it is ${evidence?.kind}`);
  return evidence as Of<Kind>;
}

/** One sample a minute. */
function use(container: Studied, minutes: number, coresAt: (minute: number) => number, from = 0): void {
  for (let minute = from; minute < from + minutes; minute++)
    container.use(minute * MINUTE_MS, coresAt(minute), coresAt(minute) * 1e9);
}

describe('the evidence of window', () => {
  const container = new Studied(
    chosen('window', 'class: batch\nmarginFraction: 0\npodMinimum.cpuMillicores: 0'),
  );
  // Windows of five minutes: 1, 3, then 1 core for an hour, and the window under way.
  use(container, 76, (minute) => (minute >= 5 && minute < 10 ? 3 : 1));
  const { cpu } = evidenceOf(container, 'windows');

  it('has the mean and the peak of each window, by when it ended', () => {
    expect(cpu.windows).toHaveLength(15);
    expect(cpu.windows.slice(0, 3).map(({ mean, peak }) => [mean, peak])).toEqual([
      [1000, 1000],
      [3000, 3000],
      [1000, 1000],
    ]);
    expect(cpu.windows[0]?.endMs).toBe(START_MS + 5 * MINUTE_MS);
  });

  it('has the statistic after each, whose highest of the last hour is the target', () => {
    // With 12 h of half-life the first five minutes weigh a little less than the next: (k·1 + 3)/(k + 1), k = 2^(−1/144).
    const keep = 2 ** (-1 / 144);
    expect(cpu.statistic).toBe('average');
    expect(cpu.windows[1]?.statistic).toBe(Math.floor(((keep + 3) / (keep + 1)) * 1000));
    const lastHour = cpu.windows.slice(-12).map(({ statistic }) => statistic);
    expect(cpu.held).toBe(Math.max(...lastHour));
    expect(container.estimate().cpu.target).toBe(cpu.held);
  });
});

describe('the evidence of ensemble', () => {
  const text = 'halfLives: [5m, 5h]\nmargins: [0]\ncostHalfLife: 5m\nlimitChange: 0\nmodelChange: 0.01';
  const container = new Studied(chosen('ensemble', text));
  use(container, 60, (minute) => (minute < 40 ? 1 : 4));
  const { cpu } = evidenceOf(container, 'models');

  it('splits the cost of each model into its parts', () => {
    for (const { cost, overrun, underrun, changes } of cpu.models) {
      expect(overrun + underrun + changes).toBeCloseTo(cost, 6);
      expect(Math.min(overrun, underrun, changes)).toBeGreaterThanOrEqual(0);
    }
    const [quick, slow] = cpu.models;
    // The slow one is overrun for longer.
    expect(slow?.overrun).toBeGreaterThan(quick?.overrun ?? 0);
  });

  it('says which speaks, and since when', () => {
    expect(cpu.chosen).toBe(0);
    expect(cpu.switched?.from).toBe(1);
    expect(cpu.switched?.atMs).toBeGreaterThan(START_MS + 40 * MINUTE_MS);
    expect(cpu.switched?.atMs).toBeLessThanOrEqual(START_MS + 55 * MINUTE_MS);
  });

  it('states prices in the unit of the amounts', () => {
    expect(cpu.prices.limit).toBe(0);
    expect(cpu.prices.model).toBeGreaterThan(10);
    expect(cpu.prices.model).toBeLessThan(45);
  });
});

describe('the evidence of seasonal', () => {
  /** One sample each quarter of an hour. */
  function through(days: number, coresAt: (atMs: number) => number): Of<'seasons'> {
    const container = new Studied(chosen('seasonal'));
    for (let at = 0; at <= days * DAY_MS; at += HOUR_MS / 4)
      container.use(at, coresAt(at), coresAt(at) * 1e8);
    return evidenceOf(container, 'seasons');
  }
  const byDay = (atMs: number) => 3 + 2 * Math.sin((2 * Math.PI * atMs) / DAY_MS);
  const verdicts = ({ tests }: SeasonView) =>
    tests.map(({ periodMs, verdict }) => [periodMs / DAY_MS, verdict]);

  it('says that a period was found, and what the coming time needed before', () => {
    const { cpu } = through(5, byDay);
    expect(verdicts(cpu)).toEqual([
      [1, 'found'],
      [7, 'too-short'],
    ]);
    expect(cpu.tests[0]?.chance).toBeLessThan(0.001);
    expect(cpu.periodMs).toBe(DAY_MS);
    expect(cpu.phases.map(({ startMs }) => (startMs - START_MS) / DAY_MS)).toEqual([2, 3, 4]);
    expect(cpu.phases.every(({ amounts }) => amounts.length === 48)).toBe(true);
    // From midnight on two hours: sin rises from 0 to 1/2, so at least 4 cores.
    expect(cpu.coming?.amount).toBeGreaterThan(3900);
  });

  it('shows the days so far while two rounds are not over', () => {
    const { cpu } = through(1.5, byDay);
    expect(verdicts(cpu)).toEqual([
      [1, 'too-short'],
      [7, 'too-short'],
    ]);
    expect(cpu.periodMs).toBeUndefined();
    expect(cpu.coming).toBeUndefined();
    expect(cpu.phases).toHaveLength(2);
    expect(cpu.phases[1]?.amounts.filter((amount) => amount !== null)).toHaveLength(24);
  });

  it.each([
    ['flat', () => 1],
    ['drift', (atMs: number) => 1 + (4 * atMs) / DAY_MS],
    ['weak', (atMs: number) => 1 + (((atMs / HOUR_MS) * 7919) % 5)],
  ] as const)('says why there is none: %s', (verdict, coresAt) => {
    const { cpu } = through(6, coresAt);
    expect(cpu.tests[0]?.verdict).toBe(verdict);
    expect(cpu.tests[0]?.rounds).toBeGreaterThanOrEqual(5);
  });
});

describe('the evidence of mean', () => {
  it('has the runs with their average and their peak, and those that count', () => {
    const container = new Studied(chosen('mean', 'runs: 2'));
    for (const [run, cores] of [1, 2, 3].entries())
      for (let minute = 0; minute < 5; minute++)
        container.use(run * HOUR_MS + minute * MINUTE_MS, cores, cores * 1e9, `job-${run}`, `run-${run}`);
    const { runs, most } = evidenceOf(container, 'runs');
    expect(most).toBe(2);
    expect(runs).toEqual(
      [1, 2, 3].map((cores, run) => ({
        firstMs: START_MS + run * HOUR_MS,
        lastMs: START_MS + run * HOUR_MS + 4 * MINUTE_MS,
        cpu: cores * 1000,
        memory: cores * 1e9,
        isWhole: run < 2,
        counts: run > 0,
      })),
    );
  });
});

it('is absent for default, whose histograms are all of it', () => {
  const container = new Studied(chosen('default'));
  container.use(0, 1, 1e9);
  expect(container.evidence()).toBeUndefined();
});
