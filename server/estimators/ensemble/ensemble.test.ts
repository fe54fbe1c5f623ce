import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosen, DAY_MS, HOUR_MS, MINUTE_MS, Studied } from '@/tests/support/studied';
import { CPU_BUCKETS } from '../../model/bucketing';
import { DecayedBuckets } from '../windows/decayed-buckets';
import { chargeFor, cheapestLimit, type Prices } from './cheapest-limit';

const MB = 1e6;

const PRICES: Prices = { overrun: 10, underrun: 1, change: 0, measure: 'distance' };

function cheapest(values: readonly number[], prices: Partial<Prices> = {}, former = -1): number {
  const shares = new DecayedBuckets(CPU_BUCKETS);
  for (const value of values) shares.add(value, 1);
  return cheapestLimit(shares, { ...PRICES, ...prices }, former);
}

const bucketOf = (value: number) => CPU_BUCKETS.bucketOf(value);

describe('the cheapest limit', () => {
  /**
   * By distance the best limit is the w_o/(w_o + w_u) quantile (newsvendor): with 3 : 1 the 75 % quantile. Of
   * 1, 2, 3, 4 any limit from 3 to 4 costs the same but for one: at 3, 3·1 + 1·(2 + 1) = 6; at 4,
   * 1·(3 + 2 + 1) = 6; at 2, 3·(1 + 2) + 1 = 10. Of equals it is the higher; 3.1 to 1 makes 4 cheaper alone.
   */
  it('is the quantile w_o / (w_o + w_u) by distance', () => {
    expect(cheapest([1, 2, 3, 4], { overrun: 3.1 })).toBe(bucketOf(4));
    expect(cheapest([1, 2, 3, 4], { overrun: 2.5 })).toBe(bucketOf(3));
    expect(cheapest([1, 2, 3, 4], { overrun: 0.5 })).toBe(bucketOf(2));
    expect(cheapest([1, 2, 3, 4], { overrun: 0.2 })).toBe(bucketOf(1));
  });

  /**
   * As printed, samples count alike: at 1 there are 3 above and 0 below, at 4 there are 0 above and 3 below. So
   * any w_o above w_u takes the highest, and any below the lowest: an extreme, as the paper's equations say.
   */
  it('is an extreme by count', () => {
    expect(cheapest([1, 2, 3, 4], { measure: 'count', overrun: 2 })).toBe(bucketOf(4));
    expect(cheapest([1, 2, 3, 4], { measure: 'count', overrun: 0.5 })).toBe(bucketOf(1));
  });

  /** Going from 3 to 4 saves 3.5·1 − 1·3 = 0.5 over four samples, 0.125 each: a change for 0.2 is too dear. */
  it('stays where it was if a change costs more than it saves', () => {
    const former = bucketOf(3);
    expect(cheapest([1, 2, 3, 4], { overrun: 3.5, change: 0.05 }, former)).toBe(bucketOf(4));
    expect(cheapest([1, 2, 3, 4], { overrun: 3.5, change: 0.2 }, former)).toBe(former);
  });

  /** Limit 2 for 1, 2 and 5: 10·3 above, 1·1 below, over three samples; by count 10 and 1. */
  it('is charged for runs over and under it', () => {
    const charge = { cost: 0, overrun: 0 };
    chargeFor(2, [1, 2, 5], PRICES, charge);
    expect(charge.cost).toBeCloseTo(31 / 3);
    expect(charge.overrun).toBeCloseTo(30 / 3);
    chargeFor(2, [1, 2, 5], { ...PRICES, measure: 'count' }, charge);
    expect(charge.cost).toBeCloseTo(11 / 3);
    expect(charge.overrun).toBeCloseTo(10 / 3);
  });

  it('is no lower at a higher price of overruns, nor higher at a higher price of underruns', () => {
    const usage = fc.array(fc.double({ min: 0.1, max: 20, noNaN: true }), { minLength: 1, maxLength: 40 });
    const price = fc.double({ min: 0.01, max: 100, noNaN: true });
    const measure = fc.constantFrom('distance' as const, 'count' as const);
    fc.assert(
      fc.property(usage, price, price, measure, (values, a, b, by) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const at = (overrun: number, underrun: number) => {
          const shares = new DecayedBuckets(CPU_BUCKETS);
          for (const value of values) shares.add(value, 1);
          return cheapestLimit(shares, { overrun, underrun, change: 0, measure: by }, -1);
        };
        expect(at(high, 1)).toBeGreaterThanOrEqual(at(low, 1));
        expect(at(1, high)).toBeLessThanOrEqual(at(1, low));
      }),
    );
  });

  it('is none without usage', () => {
    expect(cheapest([])).toBe(-1);
  });
});

describe('the ensemble', () => {
  function ran(parameters: string, cores: (minute: number) => number, minutes: number): Studied {
    const container = new Studied(chosen('ensemble', parameters));
    for (let minute = 0; minute < minutes; minute++)
      container.use(minute * MINUTE_MS, cores(minute), 300 * MB);
    return container;
  }

  const modelOf = (container: Studied) =>
    container
      .explain()
      .traces.find(({ resource, bound }) => resource === 'cpu' && bound === 'target')
      ?.steps.find(({ step }) => step === 'model')?.by;

  it('lets the model with the least margin speak for steady load', () => {
    const container = ran('', () => 1, 24 * 60);
    const end = CPU_BUCKETS.endOf(bucketOf(1));
    expect(container.estimate().cpu.target).toBe(Math.trunc(end * 1000 * 1.05));
  });

  /**
   * Memory 1000 MB for an hour, then 100 MB: the models forget the peak, but for 96 hours the target is at least
   * 1000·1.03·1.05 = 1081.5 MB and the lower bound 1000·1.05 MB, less little for low confidence. 97 hours after it,
   * only the models speak.
   */
  it('never recommends less memory than the peak of four days and a margin', () => {
    const lasting = (hours: number) => {
      const container = new Studied(chosen('ensemble'));
      for (let minute = 0; minute < (hours + 1) * 60; minute++)
        container.use(minute * MINUTE_MS, 0.1, (minute < 60 ? 1000 : 100) * MB);
      return container.estimate().memory;
    };
    expect(lasting(90).target).toBeCloseTo(1081.5 * MB, -3);
    expect(lasting(90).lowerBound / (1050 * MB)).toBeCloseTo(1, 2);
    expect(lasting(98).target).toBeLessThan(500 * MB);
  });

  it('lets a model that forgets fast speak for load that drops for good', () => {
    const container = ran('', (minute) => (minute < 2 * 1440 ? 4 : 0.5), 4 * 1440);
    expect(container.estimate().cpu.target).toBeLessThan(1000);
    expect(modelOf(container)).toBe(3 * HOUR_MS);
  });

  it('covers most of load that varies', () => {
    const container = ran('', (minute) => 0.5 + ((minute * 7919) % 100) / 100, 3 * 1440);
    const { target } = container.estimate().cpu;
    expect(target).toBeGreaterThan(1300);
    expect(target).toBeLessThan(1700);
  });

  it('takes the peak or less by count, as published', () => {
    const load = (minute: number) => 0.5 + ((minute * 7919) % 100) / 100;
    const high = ran('measure: count\nmargins: [0]', load, 1440).estimate().cpu.target;
    const low = ran('measure: count\nmargins: [0]\ncpu.overrun: 0.5', load, 1440).estimate().cpu.target;
    expect(high).toBeGreaterThan(1450);
    expect(low).toBeLessThan(600);
  });

  it('changes its limit rarely', () => {
    const container = new Studied(chosen('ensemble'));
    const targets = new Set<number>();
    for (let minute = 0; minute < 3 * 1440; minute++) {
      container.use(minute * MINUTE_MS, 0.8 + ((minute * 7919) % 100) / 500, 300 * MB);
      if (minute > 1440) targets.add(container.estimate().cpu.target);
    }
    expect(targets.size).toBeLessThan(6);
  });

  it('begins anew if half-lives or margins change, from what is known', () => {
    const container = ran('', () => 1, DAY_MS / MINUTE_MS);
    const saved = JSON.parse(JSON.stringify(container.study.save()));
    expect(() => chosen('ensemble', 'margins: [0, 0.3]').load(saved, container.nowMs)).toThrow('models');
    expect(() => chosen('ensemble', 'halfLives: [1h]').load(saved, container.nowMs)).toThrow('half-lives');
  });
});
