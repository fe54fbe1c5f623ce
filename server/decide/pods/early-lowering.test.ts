import { describe, expect, it } from 'vitest';
import { amountsFrom } from '../../objects/quantity';
import type { ResourceList, ResourceRequirements } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { sampledFor, withoutEarlyLowering } from './early-lowering';
import type { ContainerRecommendation } from './recommendation';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const STATED = { requests: { cpu: '1', memory: '400Mi' }, limits: { cpu: '2', memory: '800Mi' } };

function given(
  hours: number,
  target: ResourceList,
  { requests, limits }: ResourceRequirements = STATED,
  more: Partial<ContainerRecommendation> = {},
) {
  const amounts = amountsFrom(target);
  return withoutEarlyLowering(
    new Map([['app', { target: amounts, lowerBound: amounts, upperBound: amounts, ...more }]]),
    () => [{ name: 'app', requests: amountsFrom(requests), limits: amountsFrom(limits) }],
    { sampledMs: hours * HOUR_MS, neededMs: 24 * HOUR_MS },
    (_container, resource) => resource === 'cpu' && more.uncappedTarget !== undefined,
  );
}

describe('before there is a day of usage', () => {
  it.each<[string, ResourceList, ResourceList]>([
    ['lowers nothing', { cpu: '100m', memory: '100Mi' }, { cpu: '1', memory: '400Mi' }],
    ['raises', { cpu: '3', memory: '500Mi' }, { cpu: '3', memory: '500Mi' }],
    ['raises one and leaves the other', { cpu: '100m', memory: '500Mi' }, { cpu: '1', memory: '500Mi' }],
    ['leaves alone what is not recommended', { memory: '100Mi' }, { memory: '400Mi' }],
  ])('a new pod %s', (_name, target, kept) => {
    expect(given(23, target).recommendation?.get('app')?.target).toEqual(amountsFrom(kept));
  });

  it('says which amounts it kept', () => {
    const { raised } = given(23, { cpu: '100m', memory: '500Mi' });
    expect(raised.get('app')).toEqual([{ resource: 'cpu', reason: 'too-early-to-lower' }]);
  });

  it('takes a limit for the request of a container that states no other', () => {
    const { recommendation } = given(1, { memory: '100Mi' }, { limits: { memory: '300Mi' } });
    expect(recommendation?.get('app')?.target.memory).toBe(300 * MIB);
  });

  it('follows what a container states nothing of', () => {
    const { raised } = given(1, { cpu: '10m', memory: '10Mi' }, {});
    expect(raised.size).toBe(0);
  });

  it('lowers no limit that stands apart from its request', () => {
    const range = { target: 500 * MIB, lowerBound: 500 * MIB, upperBound: 500 * MIB };
    const { recommendation } = given(1, { memory: '450Mi' }, STATED, {
      ownLimit: { ...range, asOne: range },
    });
    expect(recommendation?.get('app')?.ownLimit?.target).toBe(800 * MIB);
  });

  it('leaves what is given to an HPA as all replicas have it', () => {
    const { recommendation } = given(1, { cpu: '100m' }, STATED, { uncappedTarget: {} });
    expect(recommendation?.get('app')?.target.cpu).toBe(100);
  });
});

describe('after a day of usage', () => {
  it('a new pod gets what is recommended', () => {
    const { recommendation, raised } = given(24, { cpu: '100m', memory: '100Mi' });
    expect(recommendation?.get('app')?.target).toEqual(amountsFrom({ cpu: '100m', memory: '100Mi' }));
    expect(raised.size).toBe(0);
  });
});

describe('how long it was sampled', () => {
  const vpa = (creationTimestamp?: string) =>
    ({ metadata: { name: 'web', creationTimestamp } }) as VerticalPodAutoscaler;
  const nowMs = Date.parse('2026-08-02T00:00:00Z');
  const day = { nowMs, neededMs: 24 * HOUR_MS };

  it.each([
    ['is what a recommender says', vpa('2026-08-01T23:00:00Z'), 30 * HOUR_MS, 30],
    ['else the age of the VPA', vpa('2026-08-01T23:00:00Z'), undefined, 1],
    ['is enough if that is unknown too', vpa(), undefined, 24],
  ])('%s', (_name, of, historyMs, hours) => {
    expect(sampledFor(of, historyMs, day)?.sampledMs).toBe(hours * HOUR_MS);
  });

  it('does not matter where a setting says so', () => {
    expect(sampledFor(vpa(), 0, { nowMs, neededMs: 0 })).toBeUndefined();
  });
});
