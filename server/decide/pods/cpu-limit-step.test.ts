import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { inCpuSteps } from './cpu-limit-step';

const BESIDE = { request: 100, stated: 200, range: undefined, step: 10, isCapped: false };

describe('a CPU limit in whole steps', () => {
  it.each([
    [252, {}, 250],
    [255, {}, 260],
    [250, {}, 250],
    [252, { step: undefined }, 252],
    [252, { step: 1 }, 252],
    // What is stated stays, and what equals the request: both decide the QoS class.
    [252, { stated: 252 }, 252],
    [252, { request: 252 }, 252],
    [22, { request: 20 }, 30],
    // No higher than a bound, nor lower.
    [258, { isCapped: true }, 250],
    [258, { range: { max: { cpu: 259 } } }, 250],
    [258, { range: { maxRatio: { cpu: 2.59 } } }, 250],
    [252, { range: { min: { cpu: 251 } } }, 260],
    [255, { range: { min: { cpu: 251 }, max: { cpu: 259 } } }, 255],
  ] as const)('%i with %j is %i', (limit, more, expected) => {
    expect(inCpuSteps(limit, { ...BESIDE, ...more } as Parameters<typeof inCpuSteps>[1])).toBe(expected);
  });

  it('stays above its request and within its bounds', () => {
    const milli = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(milli, milli, milli, fc.boolean(), (request, more, max, isCapped) => {
        const limit = request + more;
        fc.pre(max >= limit);
        const stepped = inCpuSteps(limit, {
          ...{ request, stated: undefined, step: 10, isCapped },
          range: { max: { cpu: max } as never },
        });
        expect(stepped).toBeGreaterThan(request);
        expect(stepped).toBeLessThanOrEqual(isCapped ? limit : max);
        expect(Math.abs(stepped - limit)).toBeLessThan(10);
      }),
    );
  });
});

describe('a change of a running pod', () => {
  const limitAt = (cpuLimitStep: number | undefined, limits: object) => {
    const pods = ['a', 'b'].map((name) =>
      pod(name, { requests: { cpu: '100m', memory: '100Mi' }, limits: { ...limits } }),
    );
    const target = { cpu: '333m', memory: '200Mi' };
    const bounds = { target, lowerBound: target, upperBound: target };
    return planned(workload(pods, vpa(bounds), { cpuLimitStep }))[0]?.changes[0]?.limits.cpu;
  };

  it('has its CPU limit in steps where the settings say so, and else in proportion alone', () => {
    expect(limitAt(10, { cpu: '150m' })).toBe(500);
    expect(limitAt(undefined, { cpu: '150m' })).toBe(499);
  });

  it('keeps a limit that is the request', () => {
    expect(limitAt(10, { cpu: '100m' })).toBe(333);
  });

  it('does not let the proportion drift over many changes', () => {
    let [request, limit] = [100, 200];
    for (let round = 0; round < 200; round++) {
      const next = round % 2 === 0 ? request + 37 : request - 37;
      const proportional = Math.floor((limit * next) / request);
      limit = inCpuSteps(proportional, { ...BESIDE, request: next, stated: limit });
      request = next;
    }
    expect(limit / request).toBeGreaterThan(1.9);
    expect(limit / request).toBeLessThan(2.1);
  });
});
