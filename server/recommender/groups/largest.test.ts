import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryFrom } from '@/server/objects/quantity';
import type { RecommendedPodResources } from '@/server/objects/vpa-types';
import { largest, missingIn, spanning } from './largest';

const recommendation = (
  container: string,
  [lower, target, upper]: [string, string, string],
  cpu = '100m',
) => ({
  containerRecommendations: [
    {
      containerName: container,
      target: { cpu, memory: target },
      lowerBound: { cpu, memory: lower },
      upperBound: { cpu, memory: upper },
      uncappedTarget: { cpu, memory: target },
    },
  ],
});

it('spans the bounds of all groups around the largest target', () => {
  expect(
    spanning([recommendation('app', ['1Mi', '2Mi', '3Mi']), recommendation('app', ['5Mi', '1Gi', '2Gi'])]),
  ).toEqual(recommendation('app', ['1Mi', '1Gi', '2Gi']));
});

it('has every container of every group, by name', () => {
  const found = spanning([recommendation('b', ['1', '2', '3']), recommendation('a', ['1', '2', '3'])]);
  expect(found?.containerRecommendations?.map(({ containerName }) => containerName)).toEqual(['a', 'b']);
  expect(spanning([])).toBeUndefined();
});

it('is the largest in every amount where it is a floor', () => {
  expect(
    largest([recommendation('app', ['1Mi', '9Mi', '10Mi']), recommendation('app', ['2Mi', '3Mi', '30Mi'])]),
  ).toEqual(recommendation('app', ['2Mi', '9Mi', '30Mi']));
});

it('takes the place of amounts that a group does not know, and of no others', () => {
  const [whole] = recommendation('app', ['1Mi', '2Mi', '3Mi']).containerRecommendations;
  const all = whole ? [whole] : [];
  const ofGroup = (target: Record<string, string>) => ({
    containerRecommendations: [{ containerName: 'app', target } as (typeof all)[number]],
  });
  expect(missingIn(ofGroup({ cpu: '3' }), all)).toEqual([
    {
      containerName: 'app',
      target: { memory: '2Mi' },
      lowerBound: { memory: '1Mi' },
      upperBound: { memory: '3Mi' },
      uncappedTarget: { memory: '2Mi' },
    },
  ]);
  expect(missingIn(ofGroup({ cpu: '3', memory: '1Ki' }), all)).toEqual([]);
  expect(missingIn({}, all)).toEqual(all);
});

it('never leaves the target of a group outside the bounds', () => {
  const group = fc
    .tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6))
    .map((three) => three.sort((a, b) => a - b).map((one) => `${one}Ki`) as [string, string, string])
    .map((amounts) => recommendation('app', amounts));
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 8 }), (groups) => {
      const memoryOf = (
        of: RecommendedPodResources | undefined,
        bound: 'target' | 'lowerBound' | 'upperBound',
      ) => memoryFrom(of?.containerRecommendations?.[0]?.[bound]?.memory ?? 0);
      const all = spanning(groups);
      for (const one of groups) {
        expect(memoryOf(one, 'target')).toBeGreaterThanOrEqual(memoryOf(all, 'lowerBound'));
        expect(memoryOf(one, 'target')).toBeLessThanOrEqual(memoryOf(all, 'upperBound'));
        expect(memoryOf(one, 'target')).toBeLessThanOrEqual(memoryOf(all, 'target'));
      }
    }),
  );
});
