import { describe, expect, it } from 'vitest';
import type { ResourceRequirements } from '../../../objects/types';
import { compileVpa } from '../compiled-vpa';
import { effectiveLimits } from '../limit-bounds';
import { recommendationForPod } from './for-pod';
import { vpaRecommending } from './recommended';

const MIB = 2 ** 20;
const range = { target: '300Mi', lowerBound: '250Mi', upperBound: '400Mi' };
const vpa = compileVpa(
  vpaRecommending(
    {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'web', namespace: 'ns' },
      spec: { targetRef: { kind: 'Deployment', name: 'web' } },
    },
    {
      containerRecommendations: [
        {
          containerName: 'app',
          target: { memory: '300Mi' },
          memoryLimit: { ...range, asOne: range, keepsStated: true },
        },
      ],
    },
  ),
);

describe('a limit that is not to be raised beyond its request', () => {
  const limitFor = (resources: ResourceRequirements, defaultLimit?: string) => {
    const limits = effectiveLimits(
      defaultLimit === undefined
        ? []
        : [
            {
              apiVersion: 'v1',
              kind: 'LimitRange',
              metadata: { name: 'lr' },
              spec: { limits: [{ type: 'Container', default: { memory: defaultLimit } }] },
            },
          ],
    );
    const own = recommendationForPod(
      vpa.recommendation,
      vpa,
      { containers: [{ name: 'app', resources }] },
      limits,
    )?.get('app');
    expect(own?.ownLimit?.keepsStated).toBeUndefined();
    return own?.ownLimit && own.ownLimit.target / MIB;
  };

  it.each<[string, ResourceRequirements, string | undefined, number | undefined]>([
    ['goes with the request', { limits: { memory: '200Mi' }, requests: { memory: '100Mi' } }, undefined, 300],
    [
      'is no lower than what is stated',
      { limits: { memory: '512Mi' }, requests: { memory: '100Mi' } },
      undefined,
      512,
    ],
    ['is no lower than the default of the namespace', { requests: { memory: '100Mi' } }, '512Mi', 512],
    ['is not set where there is none', { requests: { memory: '100Mi' } }, undefined, undefined],
    [
      'is in one with the request of a Guaranteed pod',
      { limits: { cpu: '1', memory: '1Gi' } },
      undefined,
      undefined,
    ],
  ])('%s', (_what, resources, defaultLimit, expected) => {
    expect(limitFor(resources, defaultLimit)).toBe(expected);
  });
});
