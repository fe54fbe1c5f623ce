import { expect, it } from 'vitest';
import type { Container, Pod } from '../../objects/types';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { compileVpa } from '../pods/compiled-vpa';
import { contestedByHpas, type HpaClaim } from '../pods/hpa-claims';
import { NO_LIMITS } from '../pods/limit-bounds';
import { decidePod } from './decide';
import { leftAsStated } from './left-as-stated';

interface Case {
  policy?: Partial<ContainerResourcePolicy>;
  spec?: Partial<VerticalPodAutoscaler['spec']>;
  target?: Record<string, string>;
  claims?: readonly HpaClaim[];
  pod?: Partial<Pod['spec']>;
}

const APP: Container = { name: 'app', resources: { requests: { cpu: '100m', memory: '64Mi' } } };

function left({ policy = {}, spec = {}, target, claims = [], pod = {} }: Case): string[] {
  const vpa = compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'ns' },
    spec: {
      targetRef: { kind: 'Deployment', name: 'web' },
      resourcePolicy: { containerPolicies: [{ containerName: 'app', ...policy }] },
      ...spec,
    },
    status: {
      recommendation: {
        containerRecommendations: [
          { containerName: 'app', target: target ?? { cpu: '200m', memory: '100Mi' } },
        ],
      },
    },
  });
  const { recommendation } = vpa;
  const grounds = { vpa, recommendation, claims, contested: contestedByHpas(claims) };
  const thePod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'ns' },
    spec: { containers: [APP], ...pod },
  };
  const decision = decidePod(thePod, { ...grounds, limits: NO_LIMITS, options: { startupBoost: true } });
  if (decision.kind !== 'patched') throw new Error(decision.reason);
  const containers = thePod.spec.containers.map(({ name }) => name);
  return leftAsStated({
    ...grounds,
    isTooYoung: false,
    wanted: recommendation,
    containers,
    plans: decision.plans,
  }).map(({ container, resource, reason, autoscaler }) =>
    [container, resource, reason, autoscaler].filter(Boolean).join(' '),
  );
}

const FACTOR_3 = { cpu: { factor: 3 } };

it.each<[string, Case, string[]]>([
  ['all that is recommended is given', {}, []],
  [
    'the container is turned off',
    { policy: { mode: 'Off' } },
    ['app cpu container-off', 'app memory container-off'],
  ],
  [
    'a resource is not controlled',
    { policy: { controlledResources: ['cpu'] }, target: { cpu: '200m' } },
    ['app memory not-controlled'],
  ],
  [
    'an HPA scales on it',
    { claims: [{ autoscaler: 'scaler', resource: 'cpu' }] },
    ['app cpu scaled-horizontally scaler'],
  ],
  [
    'two HPAs scale on it in one container',
    {
      claims: [
        { autoscaler: 'scaler', resource: 'cpu', container: 'app' },
        { autoscaler: 'other', resource: 'cpu' },
        { autoscaler: 'third', resource: 'memory', container: 'log' },
      ],
    },
    ['app cpu scaled-horizontally scaler, other'],
  ],
  ['nothing is recommended', { target: { cpu: '200m' } }, ['app memory nothing-recommended']],
  [
    'the pod has no room',
    {
      pod: {
        containers: [{ name: 'app' }, { name: 'log', resources: { requests: { cpu: '100m' } } }],
        resources: { requests: { cpu: '100m', memory: '1Gi' } },
      },
    },
    ['app cpu no-room', 'log cpu nothing-recommended', 'log memory nothing-recommended'],
  ],
  [
    'only the boost acts in mode Off',
    { spec: { updatePolicy: { updateMode: 'Off' }, startupBoost: FACTOR_3 } },
    ['app memory mode-off'],
  ],
  [
    'an HPA scales on what is boosted',
    { spec: { startupBoost: FACTOR_3 }, claims: [{ autoscaler: 'scaler', resource: 'cpu' }] },
    [],
  ],
])('is recorded if %s', (_case, given, expected) => {
  expect(left(given)).toEqual(expected);
});
