import { expect, it } from 'vitest';
import { MEMORY_LIMITS_ANNOTATION, memoryLimitsText } from '@/server/decide/pods/memory-limit/recommended';
import type { RecommendedPodResources } from '@/server/objects/vpa-types';
import { vpa } from '@/tests/support/plan-input';
import { limitsTextDue } from './memory-limits-annotation';

const apart = (target = '480Mi', lowerBound = '430Mi'): RecommendedPodResources => ({
  containerRecommendations: [
    {
      containerName: 'app',
      target: { memory: '200Mi' },
      memoryLimit: {
        target,
        lowerBound,
        upperBound: '620Mi',
        asOne: { target: '345Mi', lowerBound: '335Mi', upperBound: '380Mi' },
      },
    },
  ],
});
const plain: RecommendedPodResources = {
  containerRecommendations: [{ containerName: 'app', target: { memory: '345Mi' } }],
};

function due(before: RecommendedPodResources | undefined, status = plain, recommendation = apart()) {
  const own = vpa();
  const text = memoryLimitsText(before);
  const annotations: Record<string, string> = text === undefined ? {} : { [MEMORY_LIMITS_ANNOTATION]: text };
  const object = { ...own, metadata: { ...own.metadata, annotations }, status: { recommendation: status } };
  return limitsTextDue({ vpa: object, recommendation });
}

it('is written when a limit is new or another', () => {
  expect(due(undefined)).toBe(memoryLimitsText(apart()));
  expect(due(apart())).toBeUndefined();
  expect(due(apart('500Mi'))).toBe(memoryLimitsText(apart()));
});

it('is not written for bounds alone that differ by less than a tenth', () => {
  expect(due(apart('480Mi', '420Mi'))).toBeUndefined();
  expect(due(apart('480Mi', '300Mi'))).toBe(memoryLimitsText(apart()));
});

it('is taken back once the status goes without, and not before', () => {
  const low = { containerRecommendations: [{ containerName: 'app', target: { memory: '200Mi' } }] };
  expect(due(apart(), low, plain)).toBeUndefined();
  expect(due(apart(), plain, plain)).toBeNull();
  expect(due(undefined, plain, plain)).toBeUndefined();
});
