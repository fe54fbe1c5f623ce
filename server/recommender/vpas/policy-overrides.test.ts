import { describe, expect, it } from 'vitest';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { historyOverridesOf } from './policy-overrides';

function vpa(...containerPolicies: ContainerResourcePolicy[]): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web' },
    spec: { resourcePolicy: { containerPolicies } },
  };
}

const NONE = {
  oomBumpUpRatio: undefined,
  oomMinBumpUpBytes: undefined,
  memoryAggregationIntervalMs: undefined,
  memoryAggregationIntervalCount: undefined,
};

describe('the learning parameters in a policy', () => {
  it.each<[string, ContainerResourcePolicy[], object | undefined]>([
    ['nothing without a policy', [], undefined],
    ['nothing for others than it names', [{ containerName: 'side', oomBumpUpRatio: 2 }], undefined],
    [
      'what it states for the container',
      [{ containerName: 'app', oomBumpUpRatio: '1.5' }],
      { ...NONE, oomBumpUpRatio: 1.5 },
    ],
    [
      'what the policy for all states',
      [{ containerName: '*', oomMinBumpUp: '100Mi' }],
      { ...NONE, oomMinBumpUpBytes: 104_857_600 },
    ],
    [
      'what its own states rather than that for all',
      [
        { containerName: '*', oomBumpUpRatio: 3 },
        { containerName: 'app', oomBumpUpRatio: 2 },
      ],
      { ...NONE, oomBumpUpRatio: 2 },
    ],
    [
      'of two policies for all the last',
      [
        { containerName: '*', oomBumpUpRatio: 3 },
        { containerName: '*', oomBumpUpRatio: 4 },
      ],
      { ...NONE, oomBumpUpRatio: 4 },
    ],
    [
      'the interval in milliseconds, and how many count',
      [{ containerName: 'app', memoryAggregationIntervalSeconds: 3600, memoryAggregationIntervalCount: 4 }],
      { ...NONE, memoryAggregationIntervalMs: 3_600_000, memoryAggregationIntervalCount: 4 },
    ],
    ['nothing for a number that is none', [{ containerName: 'app', oomBumpUpRatio: 'much' }], NONE],
  ])('%s', (_, policies, expected) => {
    expect(historyOverridesOf(vpa(...policies))('app')).toEqual(expected);
  });
});
