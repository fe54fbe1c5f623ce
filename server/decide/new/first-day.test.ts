import { expect, it } from 'vitest';
import type { Pod, ResourceRequirements } from '../../objects/types';
import type { ContainerResourcePolicy } from '../../objects/vpa-types';
import { compileVpa } from '../pods/compiled-vpa';
import { NO_LIMITS } from '../pods/limit-bounds';
import { decideNewPod } from './new-pod';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const STATED = { requests: { cpu: '1', memory: '400Mi' }, limits: { cpu: '2', memory: '800Mi' } };

/** What a new pod gets an hour after its VPA began, where 100m and 100 MiB are recommended. */
function given(
  policy: Omit<ContainerResourcePolicy, 'containerName'>,
  resources: ResourceRequirements = STATED,
) {
  const target = { cpu: '100m', memory: '100Mi' };
  const vpa = compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'ns' },
    spec: {
      targetRef: { kind: 'Deployment', name: 'web' },
      resourcePolicy: { containerPolicies: [{ containerName: 'app', ...policy }] },
    },
    status: {
      recommendation: {
        containerRecommendations: [
          { containerName: 'app', target, lowerBound: target, upperBound: target, uncappedTarget: target },
        ],
      },
    },
  });
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'ns' },
    spec: { containers: [{ name: 'app', resources }] },
  };
  const { decision } = decideNewPod(pod, {
    vpa,
    recommended: vpa.recommendation,
    hpas: [],
    limits: NO_LIMITS,
    options: { startupBoost: false },
    sampled: { sampledMs: HOUR_MS, neededMs: 24 * HOUR_MS },
  });
  if (decision.kind !== 'patched') throw new Error(decision.reason);
  const [plan] = decision.plans;
  return { requests: plan?.requests, limits: plan?.limits };
}

it('lowers a new pod to the maximum that its policy states, from the first minute, and no further', () => {
  expect(given({ maxAllowed: { cpu: '500m', memory: '300Mi' } })).toEqual({
    requests: { cpu: 500, memory: 300 * MIB },
    limits: { cpu: 1000, memory: 600 * MIB },
  });
  expect(given({ maxAllowed: { memory: '300Mi' } }).requests).toEqual({ cpu: 1000, memory: 300 * MIB });
});

it('keeps what it states below that', () => {
  expect(given({ maxAllowed: { cpu: '5', memory: '3Gi' } }).requests).toEqual({
    cpu: 1000,
    memory: 400 * MIB,
  });
});

it('lowers a container that states a limit alone as well', () => {
  expect(given({ maxAllowed: { memory: '300Mi' } }, { limits: { memory: '500Mi' } })).toMatchObject({
    requests: { memory: 300 * MIB },
    limits: { memory: 300 * MIB },
  });
});
