import { describe, expect, it } from 'vitest';
import { chosen, DAY_MS, HOUR_MS, MINUTE_MS, START_MS, Studied } from '@/tests/support/studied';
import { findSeason } from './period';

const MB = 1e6;
const DAY = 48;
const WEEK = 7 * DAY;
const PERIODS = [DAY, WEEK];

function series(length: number, valueAt: (slot: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, slot) => valueAt(slot));
}

/** Numbers from 0 to 1 that look random, the same each time. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const officeHours = (slot: number) => (slot % DAY >= 18 && slot % DAY < 36 ? 2 : 0.5);
const isWeekend = (slot: number) => Math.floor(slot / DAY) % 7 >= 5;

describe('a period', () => {
  it.each<[string, Float64Array, number | undefined]>([
    ['a day of a sine', series(10 * DAY, (slot) => 2 + Math.sin((2 * Math.PI * slot) / DAY)), DAY],
    ['a day of office hours', series(4 * DAY, officeHours), DAY],
    ['a day in two rounds', series(2 * DAY, officeHours), DAY],
    ['none in less than two rounds', series(2 * DAY - 1, officeHours), undefined],
    ['a week of working days', series(4 * WEEK, (slot) => (isWeekend(slot) ? 0.5 : officeHours(slot))), WEEK],
    ['none of a constant', series(4 * WEEK, () => 1), undefined],
    ['none of a ramp', series(4 * DAY, (slot) => slot), undefined],
    [
      'none of a period of ten hours',
      series(10 * DAY, (slot) => 2 + Math.sin((2 * Math.PI * slot) / 20)),
      undefined,
    ],
  ])('is found: %s', (_, values, period) => {
    expect(findSeason(values, PERIODS, 0.3)?.period).toBe(period);
  });

  it('is found in load with as much noise as season', () => {
    const next = noise(7);
    const values = series(14 * DAY, (slot) => officeHours(slot) + 1.5 * next());
    expect(findSeason(values, PERIODS, 0.3)?.period).toBe(DAY);
  });

  it('is almost never found in noise', () => {
    let found = 0;
    for (let seed = 0; seed < 300; seed++) {
      const next = noise(seed * 7919);
      if (findSeason(series(2 * DAY + (seed % 20) * DAY, next), PERIODS, 0.3)) found++;
    }
    expect(found).toBeLessThanOrEqual(1);
  });

  it('is rarely found in a random walk, which drifts as slowly as a season', () => {
    let found = 0;
    for (let seed = 0; seed < 300; seed++) {
      const next = noise(seed * 104_729);
      let at = 0;
      const values = series(7 * DAY, () => {
        at += next() - 0.5;
        return at;
      });
      if (findSeason(values, PERIODS, 0.3)) found++;
    }
    expect(found).toBeLessThan(15);
  });
});

describe('the seasonal recommender', () => {
  /** A sample every ten minutes: 2 cores and 1 GB from 9 to 17 o'clock, else 0.2 cores and 300 MB. */
  function workdays(days: number, parameters = ''): Studied {
    const container = new Studied(chosen('seasonal', `marginFraction: 0\n${parameters}`));
    for (let atMs = 0; atMs < days * DAY_MS; atMs += 10 * MINUTE_MS) {
      const hour = (atMs % DAY_MS) / HOUR_MS;
      const isBusy = hour >= 9 && hour < 17;
      container.use(atMs, isBusy ? 2 : 0.2, isBusy ? 1000 * MB : 300 * MB);
    }
    return container;
  }

  const at = (day: number, hour: number) => START_MS + day * DAY_MS + hour * HOUR_MS;
  const targetOf = (container: Studied, nowMs: number) => container.estimate(nowMs).cpu.target;

  it('recommends little before a quiet horizon, and much before a busy one', () => {
    const container = workdays(4);
    expect(targetOf(container, at(4, 2))).toBeLessThan(230);
    expect(targetOf(container, at(4, 6))).toBeLessThan(230);
    expect(targetOf(container, at(4, 7.5))).toBeGreaterThanOrEqual(2000);
    expect(targetOf(container, at(4, 12))).toBeGreaterThanOrEqual(2000);
    expect(targetOf(container, at(4, 20))).toBeLessThan(230);
    expect(container.estimate(at(4, 12)).memory.target).toBeGreaterThanOrEqual(1000 * MB);
  });

  it('never recommends less than is used now', () => {
    const container = workdays(4);
    container.use(4 * DAY_MS + HOUR_MS, 3, 2000 * MB);
    const { cpu, memory } = container.estimate();
    expect(cpu.target).toBeGreaterThanOrEqual(3000);
    expect(memory.target).toBeGreaterThanOrEqual(2000 * MB);
    expect(cpu.lowerBound).toBeGreaterThan(2500);
  });

  it('recommends as the default one until two days have passed, and says so', () => {
    const container = workdays(1.5);
    const steps = container.explain().traces.find(({ bound }) => bound === 'target')?.steps;
    expect(steps?.map(({ step }) => step)).toEqual(['percentile', 'margin', 'too-early']);
    expect(steps?.at(-1)?.value).toBe(container.estimate().cpu.target);
  });

  it('begins its series anew after a gap of more than an hour', () => {
    const container = workdays(4);
    container.use(6 * DAY_MS, 0.2, 300 * MB);
    container.use(6 * DAY_MS + 7 * HOUR_MS, 0.2, 300 * MB);
    container.use(6 * DAY_MS + 14 * HOUR_MS, 0.2, 300 * MB);
    const steps = container.explain().traces.find(({ bound }) => bound === 'target')?.steps;
    expect(steps?.map(({ step }) => step)).toContain('too-early');
  });

  it('knows its season after a restart', () => {
    const container = workdays(4);
    const before = targetOf(container, at(4, 8));
    container.reload();
    expect(targetOf(container, at(4, 8))).toBe(before);
  });
});
