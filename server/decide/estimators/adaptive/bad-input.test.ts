import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { chosen, DAY_MS, HOUR_MS, MINUTE_MS, START_MS, Studied } from '@/tests/support/studied';
import { MAX_AMOUNT, RESOURCES } from '../../../objects/units';
import { readParameters } from '../parameter-text';
import { recommenderNamed } from '../recommenders';

const MIB = 2 ** 20;
const STEP_MS = 5 * MINUTE_MS;

function adaptive(given = 'inPlace: true'): Studied {
  return new Studied(chosen('adaptive', given));
}

/** A day of 2 cores, so that experts speak. */
function grown(given?: string): Studied {
  const container = adaptive(given);
  for (let atMs = 0; atMs < 2 * DAY_MS; atMs += STEP_MS) container.use(atMs, 2, 300 * MIB);
  return container;
}

function expectSound(container: Studied): void {
  const estimate = container.estimate();
  for (const resource of RESOURCES) {
    const { lowerBound, target, upperBound } = estimate[resource];
    for (const amount of [lowerBound, target, upperBound]) {
      expect(Number.isSafeInteger(amount)).toBe(true);
      expect(amount).toBeGreaterThanOrEqual(0);
    }
    expect(lowerBound).toBeLessThanOrEqual(target);
    expect(target).toBeLessThanOrEqual(upperBound);
  }
  const saved = JSON.stringify(container.study.save());
  expect(saved.length).toBeLessThanOrEqual(3000);
  expect(saved).not.toMatch(/null|NaN|Infinity/);
  expect(JSON.stringify(container.evidence())).not.toMatch(/null|NaN|Infinity/);
  container.reload();
  expect(container.estimate()).toEqual(estimate);
}

describe('adaptive', () => {
  it('lives through a million samples', () => {
    const container = adaptive();
    const { study } = container;
    container.use(0, 1, 300 * MIB);
    for (let sample = 1; sample < 1_000_000; sample++) {
      const value = 1 + (sample % 1440) / 1000;
      const timeMs = START_MS + sample * MINUTE_MS;
      study.observe({ kind: 'cpu', value, timeMs, instance: 1 });
    }
    container.nowMs = START_MS + 1_000_000 * MINUTE_MS;
    expectSound(container);
    expect(container.estimate().cpu.target).toBeGreaterThan(1000);
  });

  it('keeps few of the samples of one window, as of thousands of pods that live for a minute', () => {
    const container = grown();
    for (let pod = 0; pod < 5000; pod++)
      container.use(2 * DAY_MS, pod === 4321 ? 9 : 1, 300 * MIB, `job-${pod}`);
    for (let sample = 0; sample < 200_000; sample++)
      container.study.observe({ kind: 'cpu', value: 1, timeMs: container.nowMs, instance: 1 });
    for (let atMs = 2 * DAY_MS + STEP_MS; atMs < 3 * DAY_MS; atMs += STEP_MS)
      container.use(atMs, 1, 300 * MIB);
    expectSound(container);
    expect(container.estimate().cpu.target).toBeLessThan(3000);
  });

  it('takes no harm from numbers that no usage can be, and from the largest that it can', () => {
    const container = grown();
    const usual = container.estimate();
    for (const value of [Number.NaN, -1, Number.POSITIVE_INFINITY, MAX_AMOUNT * 2])
      container.use(container.nowMs - START_MS + 1000, value, value);
    expect(container.estimate()).toEqual(usual);
    for (let atMs = 2 * DAY_MS + STEP_MS; atMs < 3 * DAY_MS; atMs += STEP_MS)
      container.use(atMs, MAX_AMOUNT / 1000, MAX_AMOUNT);
    expectSound(container);
  });

  it('goes on after weeks without a sample', () => {
    const container = grown();
    for (let atMs = 30 * DAY_MS; atMs < 32 * DAY_MS; atMs += STEP_MS) container.use(atMs, 0.5, 200 * MIB);
    expectSound(container);
    expect(container.estimate().cpu.target).toBeLessThan(1000);
  });

  it('speaks for the memory of a container whose CPU nobody measures', () => {
    const container = adaptive();
    for (let atMs = 0; atMs < 2 * DAY_MS; atMs += STEP_MS) {
      container.use(0, 1, 300 * MIB);
      const timeMs = START_MS + atMs;
      container.study.observe({ kind: 'memory', value: 320 * MIB, timeMs, instance: 1 });
    }
    const { memory, memoryLimit } = container.estimate();
    expect(memory.target).toBe(320 * MIB);
    expect(memoryLimit?.target).toBe(Math.floor(320 * MIB * 1.6));
  });

  it('covers a second replica that came later and needs more', () => {
    const container = adaptive('inPlace: true\nshortage: careful');
    for (let atMs = 0; atMs < 5 * DAY_MS; atMs += STEP_MS) {
      container.use(atMs, 1, 300 * MIB, 'web-1');
      if (atMs > 2 * DAY_MS) container.use(atMs + MINUTE_MS, 2, 600 * MIB, 'web-2');
    }
    expect(container.estimate().cpu.target).toBeGreaterThanOrEqual(2000);
    const { memory, memoryLimit } = container.estimate();
    expect(memory.target).toBeGreaterThanOrEqual(600 * MIB);
    expect(memoryLimit?.target).toBeGreaterThanOrEqual(600 * MIB * 1.6 - 1);
  });
});

/** The least and the most that each parameter takes. */
const EXTREMES: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  marginFraction: [0, 10],
  shortage: ['saving', 'careful'],
  shortagePrice: [0, 10_000],
  changePrice: [0, 1000],
  priceHalfLife: ['1m', '365d'],
  ceiling: [1, 100],
  inPlace: [true, false],
  rest: ['1h', '365d'],
  'memory.peakSpan': ['1m', '31d'],
  'memory.peakMargin': [0, 10],
  'crashes.factor': [1, 10],
};

it('is sound with every parameter at its least or its most', () => {
  const some = fc.record(
    Object.fromEntries(Object.entries(EXTREMES).map(([name, values]) => [name, fc.constantFrom(...values)])),
  );
  fc.assert(
    fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (given, noise) => {
      const text = Object.entries(given)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n');
      expect(recommenderNamed('adaptive').faultsOf(readParameters(text))).toEqual([]);
      const container = adaptive(text);
      for (let atMs = 0; atMs < 2.5 * DAY_MS; atMs += 3 * STEP_MS)
        container.use(
          atMs,
          0.1 + 5 * Math.abs(Math.sin((atMs / HOUR_MS) * noise)),
          (100 + (atMs / HOUR_MS) * noise) * MIB,
        );
      expectSound(container);
    }),
    { numRuns: runs(40) },
  );
});
