import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsFrom } from '../../objects/quantity';
import { proportionalLimit, requestAtLimit, scaleAmount } from './proportions';

const whole = fc.integer({ min: 0, max: 1e14 });

describe('scaling an amount', () => {
  it('is exact where doubles are not', () => {
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 1e14 }), (value, numerator, denominator) => {
        const exact = (BigInt(value) * BigInt(numerator)) / BigInt(denominator);
        expect(scaleAmount(value, numerator, denominator)).toBe(Number(exact));
      }),
    );
  });
});

function container(requests: Record<string, string>, limits: Record<string, string>) {
  return { requests: amountsFrom(requests), limits: amountsFrom(limits) };
}

describe('the limit of a recommended request', () => {
  it.each([
    ['keeps its ratio', { cpu: '100m' }, { cpu: '200m' }, 163, 0, 326],
    ['rounds down', { cpu: '33m' }, { cpu: '200m' }, 163, 0, 987],
    ['follows the request where they were equal', { cpu: '1' }, { cpu: '1' }, 163, 0, 163],
    ['follows the request where only a limit was stated', {}, { cpu: '1' }, 163, 0, 163],
    ['is the default kept in ratio', { cpu: '100m' }, {}, 163, 300, 489],
  ] as const)('%s', (_name, requests, limits, recommended, fallback, amount) => {
    const stated = container(requests, limits);
    expect(proportionalLimit(stated, 'cpu', recommended, fallback)).toEqual({ kind: 'limit', amount });
  });

  it('is never invented', () => {
    const reason = 'no-original-limit';
    expect(proportionalLimit(container({ cpu: '1' }, {}), 'cpu', 163, 0)).toEqual({ kind: 'none', reason });
  });

  it('is none without a recommended request', () => {
    const reason = 'no-recommended-request';
    expect(proportionalLimit(container({}, { cpu: '1' }), 'cpu', 0, 0)).toEqual({ kind: 'none', reason });
  });
});

describe('the request at which a limit is reached', () => {
  it.each([
    ['in ratio', { cpu: '100m' }, { cpu: '200m' }, 50],
    ['the bound itself without a request', {}, { cpu: '200m' }, 100],
    ['nothing without a limit', { cpu: '100m' }, {}, 0],
  ])('is %s', (_name, requests, limits, expected) => {
    expect(requestAtLimit(container(requests, limits), 'cpu', 100, 0)).toBe(expected);
  });
});
