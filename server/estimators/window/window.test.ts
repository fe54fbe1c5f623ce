import { describe, expect, it } from 'vitest';
import { chosen, HOUR_MS, MINUTE_MS, Studied } from '@/tests/support/studied';
import { CPU_BUCKETS, MEMORY_BUCKETS } from '../../model/bucketing';

const MB = 1e6;
const WINDOW_MS = 5 * MINUTE_MS;

const cpuEnd = (cores: number) => CPU_BUCKETS.endOf(CPU_BUCKETS.bucketOf(cores)) * 1000;
const memoryEnd = (bytes: number) => MEMORY_BUCKETS.endOf(MEMORY_BUCKETS.bucketOf(bytes));

/** One sample for each window, in turn; one more window closes the last. */
function studied(parameters: string, usages: readonly [cores: number, bytes: number][]): Studied {
  const container = new Studied(chosen('window', `marginFraction: 0\nhold: 5m\n${parameters}`));
  for (const [index, [cores, bytes]] of usages.entries()) container.use(index * WINDOW_MS, cores, bytes);
  const [cores, bytes] = usages.at(-1) ?? [0, 0];
  container.use(usages.length * WINDOW_MS, cores, bytes);
  return container;
}

const STEADY_THEN_PEAK: [number, number][] = [
  ...Array.from({ length: 9 }, (): [number, number] => [1, 100 * MB]),
  [10, 1000 * MB],
];
const FOREVER = 'cpu.halfLife: 100000h\nmemory.halfLife: 100000h';

describe('the window recommender', () => {
  /** S_p90 of load 1 for nine windows and 10 for one: see `decayed-buckets.test.ts`. */
  it('takes a percentile of load for serving', () => {
    const container = studied(`${FOREVER}\ncpu.target: 0.9\nmemory.target: 0.9`, STEADY_THEN_PEAK);
    expect(container.estimate().cpu.target).toBe(Math.trunc(cpuEnd(10)));
    expect(container.estimate().memory.target).toBe(Math.trunc(memoryEnd(1000 * MB)));
  });

  /** S_avg = Σ w·s̄ / Σ w with w = 1: (9·1 + 10) / 10 = 1.9 cores. */
  it('takes the average for batch', () => {
    expect(studied(`${FOREVER}\nclass: batch`, STEADY_THEN_PEAK).estimate().cpu.target).toBe(1900);
  });

  /** Half-life of one window: S_avg of 4 then 1 is (4·½ + 1·1) / (½ + 1) = 2 cores. */
  it('halves the weight of a window each half-life', () => {
    const container = studied('class: batch\ncpu.halfLife: 5m', [
      [4, MB],
      [1, MB],
    ]);
    expect(container.estimate().cpu.target).toBe(2000);
  });

  /** The mean of a window counts once, however many samples it has: (2 + (1 + 1 + 1)/3) / 2 = 1.5 cores. */
  it('averages windows, not samples', () => {
    const container = new Studied(chosen('window', `marginFraction: 0\nhold: 5m\n${FOREVER}\nclass: batch`));
    container.use(0, 2, MB);
    for (const minute of [5, 6, 7]) container.use(minute * MINUTE_MS, 1, MB);
    container.use(10 * MINUTE_MS, 1, MB);
    // Half-lives are long, not endless.
    expect(container.estimate().cpu.target).toBeCloseTo(1500, -1);
  });

  it('takes the peak of memory at minimal tolerance, until it is too long ago', () => {
    const usages: [number, number][] = [[1, 1000 * MB], ...STEADY_THEN_PEAK.slice(0, 9)];
    const of = (span: string) =>
      studied(`memory.tolerance: minimal\nmemory.peakSpan: ${span}`, usages).estimate().memory.target;
    expect(of('50m')).toBe(Math.trunc(memoryEnd(1000 * MB)));
    expect(of('45m')).toBe(Math.trunc(memoryEnd(100 * MB)));
  });

  /** max(S_p60, ½·S_max): at 100 MB nine times and 1000 MB once, S_p60 by load is 1000 MB (9 of 19 lie at 100). */
  it.each<[string, [number, number][], number]>([
    ['half the peak if that is more', [...Array(99).fill([1, 100 * MB]), [1, 1000 * MB]], 500 * MB],
    ['the low percentile if that is more', STEADY_THEN_PEAK, 1000 * MB],
  ])('takes %s at intermediate tolerance', (_, usages, expected) => {
    const { memory } = studied(`${FOREVER}\nmemory.tolerance: intermediate`, usages).estimate();
    const half = expected === 500 * MB ? memoryEnd(1000 * MB) / 2 : memoryEnd(expected);
    expect(memory.target).toBe(Math.trunc(half));
  });

  it('holds its highest recommendation for an hour', () => {
    const container = new Studied(chosen('window', 'marginFraction: 0\ncpu.halfLife: 1m\ncpu.target: 0.5'));
    container.use(0, 4, MB);
    const targetAfter = (minutes: number) => {
      while (container.nowMs < startMs + minutes * MINUTE_MS)
        container.use(container.nowMs - startMs + WINDOW_MS, 1, MB);
      return container.estimate().cpu.target;
    };
    const startMs = container.nowMs;
    expect(targetAfter(60)).toBe(Math.trunc(cpuEnd(4)));
    expect(targetAfter(65)).toBe(Math.trunc(cpuEnd(1)));
  });

  it('counts the peak of each container of a window once, and the samples of late ones', () => {
    const container = new Studied(chosen('window', `marginFraction: 0\n${FOREVER}\nmemory.target: 0.5`));
    for (const minute of [0, 1, 2, 3, 4]) container.use(minute * MINUTE_MS, 1, 100 * MB, 'web-1');
    container.use(3 * MINUTE_MS, 1, 1000 * MB, 'web-2');
    container.use(5 * MINUTE_MS, 1, 100 * MB, 'web-1');
    // Measured before, seen after the window ended.
    container.use(4 * MINUTE_MS, 1, 1000 * MB, 'web-2');
    container.use(10 * MINUTE_MS, 1, 100 * MB, 'web-1');
    // Two windows, each with one peak of 100 and one of 1000: 200 of 2200 by load.
    const bytes = (q: number) => {
      const [view] = container.explain().histograms.filter(({ resource }) => resource === 'memory');
      return view?.buckets.filter(({ weight }) => weight >= q).length;
    };
    expect(bytes(0.49)).toBe(2);
  });

  it('starts from what is known of the container, so that a switch does not forget', () => {
    const known = new Studied(chosen('default'));
    for (let minute = 0; minute < 600; minute++)
      known.use(minute * MINUTE_MS, minute % 10 === 0 ? 2 : 0.5, 300 * MB);
    const container = new Studied(chosen('window', 'marginFraction: 0'), known.history);
    const { cpu, memory } = container.study.estimate(known.history, known.nowMs);
    expect(cpu.target).toBe(Math.trunc(cpuEnd(2)));
    expect(memory.target).toBe(Math.trunc(memoryEnd(300 * MB)));
  });

  it('goes on after a pause with what it learned before', () => {
    const container = studied(FOREVER, STEADY_THEN_PEAK);
    const before = container.estimate().cpu.target;
    container.use(30 * HOUR_MS, 1, 100 * MB);
    container.use(31 * HOUR_MS, 1, 100 * MB);
    expect(container.estimate().cpu.target).toBe(before);
  });
});
