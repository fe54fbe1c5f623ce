import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../objects/units';
import { HistogramLearning } from '../percentile/learned-histograms';
import { percentileParameters } from '../percentile/parameters';
import { idleOf } from './idle';
import { NodeHistory } from './node-history';

const parameters = percentileParameters.parse({});
const learning = new HistogramLearning(parameters);
const START_MS = Date.parse('2026-03-02T00:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A node that used these sums, one a minute. */
function historyOf(sums: readonly { cpu: number; memory: number }[]): NodeHistory {
  const history = new NodeHistory(learning, START_MS);
  for (const [minute, used] of sums.entries()) history.learn(used, START_MS + minute * MINUTE_MS);
  return history;
}

const GIB = 2 ** 30;
const steady = (cpu: number, memory: number, minutes = 120) =>
  historyOf(Array.from({ length: minutes }, () => ({ cpu, memory })));

describe('what is idle on a node', () => {
  it('now is allocatable less usage with its margin', () => {
    // 4000 − 1000 × 1.15
    expect(idleOf('cpu', { allocatable: 4000, used: 1000, history: undefined }, parameters)).toMatchObject({
      now: 2850,
    });
  });

  it('in the next hour is unknown before an hour of history', () => {
    const history = steady(1000, GIB, 60);
    const { nextHour, expected } = idleOf('cpu', { allocatable: 4000, used: 1000, history }, parameters);
    expect([nextHour, expected]).toEqual([undefined, undefined]);
  });

  it('in the next hour is what the percentile of its past leaves', () => {
    // 1 core lies in bucket 36, which ends at 0.01 × (1.05^37 − 1) / 0.05 = 1.01628 cores: 1016 + 153 = 1169.
    const history = steady(1000, GIB);
    const { expected, nextHour } = idleOf('cpu', { allocatable: 4000, used: 200, history }, parameters);
    expect({ expected, nextHour }).toEqual({ expected: 1169, nextHour: 2831 });
  });

  it('is never more in the next hour than now', () => {
    const history = steady(100, GIB);
    const { now, expected, nextHour } = idleOf('cpu', { allocatable: 4000, used: 3000, history }, parameters);
    expect({ now, expected, nextHour }).toEqual({ now: 550, expected: 3450, nextHour: 550 });
  });

  it('is nothing where usage is beyond the scale of the histogram', () => {
    const history = steady(2_000_000, 3e12);
    for (const resource of RESOURCES)
      expect(idleOf(resource, { allocatable: 9e12, used: 0, history }, parameters).nextHour).toBe(0);
  });

  it('counts memory by the peak of each hour', () => {
    const sums = Array.from({ length: 180 }, (_, minute) => ({
      cpu: 0,
      memory: minute % 60 === 30 ? 8 * GIB : GIB,
    }));
    const { expected = 0 } = idleOf(
      'memory',
      { allocatable: 16 * GIB, used: GIB, history: historyOf(sums) },
      parameters,
    );
    expect(expected).toBeGreaterThan(8 * GIB * 1.15);
    expect(expected).toBeLessThan(8 * GIB * 1.15 * 1.06);
  });

  it('ends its steps with the result', () => {
    const history = steady(1000, GIB);
    const { now, nextHour, steps } = idleOf('cpu', { allocatable: 4000, used: 900, history }, parameters);
    const amountOf = (step: string) => steps.find((one) => one.step === step)?.value;
    expect(amountOf('idle-now')).toBe(now);
    expect(steps.at(-1)).toEqual({ step: 'idle-next-hour', value: nextHour });
  });
});

const sums = fc.array(fc.record({ cpu: fc.nat(64_000), memory: fc.nat(2 ** 38) }), {
  minLength: 61,
  maxLength: 90,
});

describe('whatever a node used', () => {
  it('idle is a number from 0 to allocatable, and in the next hour no more than now', () => {
    const amount = fc.maxSafeNat();
    fc.assert(
      fc.property(
        sums,
        amount,
        amount,
        fc.constantFrom(...RESOURCES),
        (past, allocatable, used, resource) => {
          const idle = idleOf(resource, { allocatable, used, history: historyOf(past) }, parameters);
          expect(idle.now).toBeGreaterThanOrEqual(0);
          expect(idle.now).toBeLessThanOrEqual(allocatable);
          expect(idle.nextHour).toBeGreaterThanOrEqual(0);
          expect(idle.nextHour).toBeLessThanOrEqual(idle.now);
        },
      ),
    );
  });

  it('more usage never leaves more idle', () => {
    fc.assert(
      fc.property(sums, fc.nat(20_000), fc.constantFrom(...RESOURCES), (past, more, resource) => {
        const allocatable = resource === 'cpu' ? 96_000 : 2 ** 39;
        const grown = past.map(({ cpu, memory }) => ({ cpu: cpu + more, memory: memory + more * 2 ** 20 }));
        const idle = (taken: typeof past) => {
          const used = taken.at(-1)?.[resource] ?? 0;
          return idleOf(resource, { allocatable, used, history: historyOf(taken) }, parameters);
        };
        expect(idle(grown).now).toBeLessThanOrEqual(idle(past).now);
        expect(idle(grown).nextHour).toBeLessThanOrEqual(idle(past).nextHour ?? 0);
      }),
    );
  });

  it('k times the usage is k times the need, within the width of a bucket', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 8000 }), fc.integer({ min: 2, max: 8 }), (cpu, factor) => {
        const needOf = (used: number) =>
          idleOf('cpu', { allocatable: 1e9, used, history: steady(used, 0, 70) }, parameters).expected ?? 0;
        const ratio = needOf(cpu * factor) / (needOf(cpu) * factor);
        expect(ratio).toBeGreaterThan(1 / 1.06);
        expect(ratio).toBeLessThan(1.06);
      }),
    );
  });

  it('a shift in time changes nothing', () => {
    fc.assert(
      fc.property(sums, fc.integer({ min: 0, max: 400 }), (past, days) => {
        const shifted = new NodeHistory(learning, START_MS);
        const byMs = days * 24 * HOUR_MS;
        for (const [minute, used] of past.entries())
          shifted.learn(used, START_MS + byMs + minute * MINUTE_MS);
        const facts = { allocatable: 96_000, used: 0 };
        expect(idleOf('cpu', { ...facts, history: shifted }, parameters)).toEqual(
          idleOf('cpu', { ...facts, history: historyOf(past) }, parameters),
        );
      }),
    );
  });
});
