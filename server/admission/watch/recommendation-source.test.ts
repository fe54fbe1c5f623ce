import { describe, expect, it } from 'vitest';
import { compileVpa } from '../../decide/pods/compiled-vpa';
import { ManualClock } from '../../lib/time/clock';
import { memoryBytes } from '../../objects/units';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { RecommendationSource } from './recommendation-source';

function recommendation(cpu: string): RecommendedPodResources {
  return { containerRecommendations: [{ containerName: 'app', target: { cpu } }] };
}

function vpa(status?: string): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'ns' },
    spec: { targetRef: { kind: 'Deployment', name: 'web' } },
    ...(status && { status: { recommendation: recommendation(status) } }),
  };
}

async function found(source: RecommendationSource, object = vpa('100m')) {
  const { origin, recommendation: map } = await source.recommendationFor(compileVpa(object));
  return [origin, map?.get('app')?.target.cpu];
}

describe('where a recommendation comes from', () => {
  const clock = new ManualClock(0);

  it('is the live recommender first', async () => {
    const source = new RecommendationSource(clock, () => ({
      recommendationFor: () => recommendation('200m'),
    }));
    expect(await found(source)).toEqual(['live', 200]);
  });

  it.each([
    ['is away', () => undefined],
    ['knows nothing', () => ({ recommendationFor: () => undefined })],
    ['recommends nothing', () => ({ recommendationFor: () => ({ containerRecommendations: [] }) })],
    ['answers nonsense', () => ({ recommendationFor: () => recommendation('much') })],
    [
      'fails',
      () => ({
        recommendationFor: () => {
          throw new Error('no');
        },
      }),
    ],
  ])('is the status if the live one %s', async (_name, live) => {
    expect(await found(new RecommendationSource(clock, live))).toEqual(['status', 100]);
  });

  it('is nowhere if the status has none either', async () => {
    expect(await found(new RecommendationSource(clock, () => undefined), vpa())).toEqual(['none', undefined]);
  });

  it('is a recommender in another process, which is not asked while it fails', async () => {
    let worth = true;
    const remote = {
      isWorthAsking: () => worth,
      ask: async () => ({ recommendation: recommendation('300m') }),
    };
    expect(await found(new RecommendationSource(clock, () => undefined, remote))).toEqual(['live', 300]);
    worth = false;
    expect(await found(new RecommendationSource(clock, () => undefined, remote))).toEqual(['status', 100]);
  });

  it('comes with what the pods use, from whoever measures them, whoever recommends', async () => {
    const inUse = new Map([['app', { memory: memoryBytes(600) }]]);
    const own = new RecommendationSource(clock, () => ({
      recommendationFor: () => undefined,
      inUseBy: (key) => (key.endsWith('/Deployment/web') ? inUse : undefined),
    }));
    const remote = { isWorthAsking: () => true, ask: async () => ({ inUse }) };
    const elsewhere = new RecommendationSource(clock, () => undefined, remote);
    for (const source of [own, elsewhere, elsewhere])
      expect(await source.recommendationFor(compileVpa(vpa('100m')))).toMatchObject({
        origin: 'status',
        inUse,
      });
  });

  it('is asked once for a burst of pods, and again after a while or when the VPA changes', async () => {
    const time = new ManualClock(0);
    let asked = 0;
    const source = new RecommendationSource(time, () => ({
      recommendationFor: () => recommendation(`${++asked * 100}m`),
    }));
    const compiled = compileVpa(vpa('1m'));
    const ask = async () => (await source.recommendationFor(compiled)).recommendation?.get('app')?.target.cpu;
    expect([await ask(), await ask()]).toEqual([100, 100]);
    await time.advance(6_000);
    expect(await ask()).toBe(200);
    expect(await found(source, vpa('2m'))).toEqual(['live', 300]);
  });
});
