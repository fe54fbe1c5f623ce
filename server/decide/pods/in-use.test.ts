import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsFrom } from '../../objects/quantity';
import type { ResourceList, ResourceRequirements } from '../../objects/types';
import { inUseFrom, inUseList, leastLimit, withPeersUse } from './in-use';
import { proportionalLimit } from './proportions';
import type { Recommendation } from './recommendation';

const MIB = 2 ** 20;
const stating = ({ requests, limits }: ResourceRequirements) => ({
  name: 'app',
  requests: amountsFrom(requests),
  limits: amountsFrom(limits),
});
const TWICE = { requests: { memory: '100Mi' }, limits: { memory: '200Mi' } };

function given(
  target: ResourceList,
  stated: ResourceRequirements,
  use: ResourceList | undefined,
  isRequestsOnly = false,
) {
  const amounts = amountsFrom(target);
  const recommendation: Recommendation = new Map([
    ['app', { target: amounts, lowerBound: amounts, upperBound: amounts }],
  ]);
  const policy = { off: false, minAllowed: {}, maxAllowed: {}, controlledResources: [], requestsOnly: true };
  const found = withPeersUse(
    recommendation,
    () => [stating(stated)],
    { policies: new Map(isRequestsOnly ? [['app', policy]] : []) },
    {},
    use && new Map([['app', amountsFrom(use)]]),
  );
  return { own: found.recommendation?.get('app'), raised: found.raised.get('app') ?? [] };
}

describe('what its peers use', () => {
  it.each<[string, ResourceList, ResourceRequirements, ResourceList | undefined, number]>([
    ['is unknown', { memory: '50Mi' }, TWICE, undefined, 50],
    ['has room in the limit of the target', { memory: '50Mi' }, TWICE, { memory: '90Mi' }, 50],
    ['has not: the pod keeps what it states', { memory: '50Mi' }, TWICE, { memory: '91Mi' }, 100],
    ['is all that it states', { memory: '50Mi' }, TWICE, { memory: '200Mi' }, 100],
    ['is more than that: both grow, with room', { memory: '50Mi' }, TWICE, { memory: '900Mi' }, 500],
    ['meets a larger target', { memory: '800Mi' }, TWICE, { memory: '900Mi' }, 800],
    ['meets no limit', { memory: '50Mi' }, { requests: { memory: '100Mi' } }, { memory: '900Mi' }, 50],
    ['meets a limit alone', { memory: '50Mi' }, { limits: { memory: '100Mi' } }, { memory: '90Mi' }, 100],
  ])('%s', (_name, target, stated, use, mebibytes) => {
    const { own, raised } = given(target, stated, use);
    expect(own?.target.memory).toBe(mebibytes * MIB);
    expect(own?.upperBound.memory).toBeGreaterThanOrEqual(mebibytes * MIB);
    const isRaised = own?.target.memory !== amountsFrom(target).memory;
    expect(raised).toEqual(isRaised ? [{ resource: 'memory', reason: 'peers-use' }] : []);
  });

  it('is no matter where limits stay', () => {
    expect(given({ memory: '50Mi' }, TWICE, { memory: '900Mi' }, true).raised).toEqual([]);
  });

  it('keeps a CPU limit at it, without more room', () => {
    const stated = { requests: { cpu: '1' }, limits: { cpu: '2' } };
    expect(given({ cpu: '500m' }, stated, { cpu: '1' }).own?.target.cpu).toBe(500);
    expect(given({ cpu: '400m' }, stated, { cpu: '1' }).own?.target.cpu).toBe(1000);
    expect(given({ cpu: '400m' }, stated, { cpu: '3' }).own?.target.cpu).toBe(1500);
  });

  it('raises a limit that stands apart, and leaves the request', () => {
    const range = (mebibytes: number) => ({
      target: mebibytes * MIB,
      lowerBound: mebibytes * MIB,
      upperBound: mebibytes * MIB,
    });
    const target = amountsFrom({ memory: '50Mi' });
    const own = {
      target,
      lowerBound: target,
      upperBound: target,
      ownLimit: { ...range(100), asOne: range(100) },
    };
    const limitFor = (used: string) =>
      withPeersUse(
        new Map([['app', own]]),
        () => [stating(TWICE)],
        { policies: new Map() },
        {},
        new Map([['app', amountsFrom({ memory: used })]]),
      ).recommendation?.get('app');
    expect(limitFor('90Mi')).toBe(own);
    expect(limitFor('150Mi')).toMatchObject({ target, ownLimit: { target: 200 * MIB } });
    expect(limitFor('900Mi')).toMatchObject({ target, ownLimit: { target: 1000 * MIB } });
  });

  it('never leaves a limit below it, and never less than is recommended', () => {
    const amount = fc.integer({ min: 1, max: 4096 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 8 }), amount, (target, request, times, used) => {
        const stated = {
          requests: { memory: `${request}Mi` },
          limits: { memory: `${request * times}Mi` },
        };
        const { own } = given({ memory: `${target}Mi` }, stated, { memory: `${used}Mi` });
        const memory = own?.target.memory ?? 0;
        expect(memory).toBeGreaterThanOrEqual(target * MIB);
        const limit = proportionalLimit(stating(stated), 'memory', memory, 0);
        expect(limit.kind === 'limit' && limit.amount).toBeGreaterThanOrEqual(used * MIB);
        if (used > request * times)
          expect(limit.kind === 'limit' && limit.amount).toBeGreaterThanOrEqual(
            leastLimit('memory', used * MIB),
          );
      }),
    );
  });

  it('is told to other processes and back', () => {
    const inUse = new Map([['app', amountsFrom({ cpu: '1', memory: '1Gi' })]]);
    expect(inUseFrom(inUseList(inUse))).toEqual(inUse);
    expect(inUseFrom(inUseList(undefined))).toBeUndefined();
  });
});
