import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowedRange,
  capToRange,
  NO_POLICY,
  PolicyError,
  policyOrDefault,
  readContainerPolicies,
} from './container-policy';

describe('the policy of a container', () => {
  const policies = readContainerPolicies({
    containerPolicies: [
      { containerName: 'app', minAllowed: { cpu: '100m', memory: '64Mi' }, maxAllowed: { cpu: '2' } },
      { containerName: 'app', mode: 'Off' },
      { containerName: 'proxy', controlledResources: ['memory'], controlledValues: 'RequestsOnly' },
      { containerName: '*', mode: 'Auto' },
      { containerName: '*', mode: 'Off' },
    ],
  });

  it('is its own, the first of several', () => {
    expect(policyOrDefault(policies, 'app')).toMatchObject({
      off: false,
      minAllowed: { cpu: 100, memory: 67_108_864 },
      maxAllowed: { cpu: 2000 },
      controlledResources: ['cpu', 'memory'],
    });
    expect(policyOrDefault(policies, 'proxy')).toMatchObject({
      controlledResources: ['memory'],
      requestsOnly: true,
    });
  });

  it('is otherwise that of *, the last of several, or none', () => {
    expect(policyOrDefault(policies, 'other').off).toBe(true);
    expect(policyOrDefault(readContainerPolicies(undefined), 'other')).toBe(NO_POLICY);
  });

  it('is refused with the field if an amount is not a quantity', () => {
    const resourcePolicy = {
      containerPolicies: [{ containerName: 'a' }, { containerName: 'b', maxAllowed: { cpu: 'lots' } }],
    };
    expect(() => readContainerPolicies(resourcePolicy)).toThrow(PolicyError);
    expect(() => readContainerPolicies(resourcePolicy)).toThrow(
      'spec.resourcePolicy.containerPolicies[1].maxAllowed: "lots" is not a quantity',
    );
  });
});

describe('the range a policy allows', () => {
  const [policy] = readContainerPolicies({
    containerPolicies: [
      { containerName: 'app', minAllowed: { cpu: '100m', memory: 0 }, maxAllowed: { cpu: '1' } },
    ],
  }).values();

  it('uses the global maximum if the policy has none, and ignores a bound of 0', () => {
    const given = policy ?? NO_POLICY;
    expect(allowedRange(given, 'cpu')).toEqual({ min: 100, max: 1000 });
    expect(allowedRange(given, 'memory')).toEqual({ min: undefined, max: undefined });
    const globalMax = readContainerPolicies({
      containerPolicies: [{ maxAllowed: { cpu: '5', memory: '1Ki' } }],
    });
    const { maxAllowed } = policyOrDefault(globalMax, '');
    expect(allowedRange(given, 'cpu', maxAllowed)).toEqual({ min: 100, max: 1000 });
    expect(allowedRange(given, 'memory', maxAllowed)).toEqual({ min: undefined, max: 1024 });
  });

  it('holds every amount whatever the bounds; if they cross, the maximum wins', () => {
    const bound = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined });
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), bound, bound, (amount, min, max) => {
        const capped = capToRange(amount, { min, max });
        if (max !== undefined) expect(capped).toBeLessThanOrEqual(max);
        if (min !== undefined && (max === undefined || min <= max))
          expect(capped).toBeGreaterThanOrEqual(min);
        if ((min ?? 0) <= amount && amount <= (max ?? amount)) expect(capped).toBe(amount);
        expect(capToRange(capped, { min, max })).toBe(capped);
      }),
    );
  });

  it('keeps the order of amounts', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), fc.nat(), (a, b, min, max) => {
        const range = { min, max };
        if (a <= b) expect(capToRange(a, range)).toBeLessThanOrEqual(capToRange(b, range));
      }),
    );
  });
});
