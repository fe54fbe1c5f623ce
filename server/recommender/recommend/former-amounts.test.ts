import { describe, expect, it } from 'vitest';
import type { Resource } from '@/server/objects/units';
import type { RecommendedPodResources } from '@/server/objects/vpa-types';
import { withFormerAmounts } from './former-amounts';

function recommended(container: string, target: Record<string, string>): RecommendedPodResources {
  return {
    containerRecommendations: [
      { containerName: container, target, lowerBound: target, upperBound: target, uncappedTarget: target },
    ],
  };
}

const MINIMUM = recommended('app', { cpu: '25m', memory: '250Mi' });
const unknown = (...resources: Resource[]) => new Map([['app', resources]]);

describe('what was recommended before for a resource that was not measured since', () => {
  it.each<[string, Parameters<typeof withFormerAmounts>[1], RecommendedPodResources | undefined]>([
    [
      'stays',
      recommended('app', { cpu: '80m', memory: '1200Mi' }),
      recommended('app', { cpu: '100m', memory: '1200Mi' }),
    ],
    [
      'goes if it was the minimum, which came of nothing',
      recommended('app', { cpu: '80m', memory: '262144000' }),
      recommended('app', { cpu: '100m' }),
    ],
    ['is not there', recommended('app', { cpu: '80m' }), recommended('app', { cpu: '100m' })],
    ['is not there without a former one', undefined, recommended('app', { cpu: '100m' })],
    [
      'is that of another container',
      recommended('web', { memory: '1Gi' }),
      recommended('app', { cpu: '100m' }),
    ],
  ])('%s', (_case, former, expected) => {
    const now = recommended('app', { cpu: '100m' });
    expect(withFormerAmounts(now, former, unknown('memory'), MINIMUM)).toEqual(expected);
  });

  it('stays alone where nothing else is known', () => {
    const former = recommended('app', { cpu: '80m', memory: '1200Mi' });
    expect(withFormerAmounts(undefined, former, unknown('memory'), undefined)).toEqual(
      recommended('app', { memory: '1200Mi' }),
    );
  });

  it('gives way to what is measured', () => {
    const former = recommended('app', { cpu: '80m', memory: '1200Mi' });
    const now = recommended('app', { cpu: '100m', memory: '900Mi' });
    expect(withFormerAmounts(now, former, new Map(), MINIMUM)).toBe(now);
  });
});
