import { describe, expect, it } from 'vitest';
import { amountsFrom } from '../../../objects/quantity';
import type { ContainerResourcePolicy } from '../../../objects/vpa-types';
import { WHOLE_POD } from '../../../objects/whole-pod';
import { compileVpa } from '../compiled-vpa';
import { namespaceLimits } from '../limit-bounds';
import type { PodLevelAmounts } from '../pod-resources';
import type { ContainerAmounts } from '../proportions';
import { planResources } from '../resource-plan';
import { POD_RECOMMENDATION_ANNOTATION } from './recommendation';
import { fitWithWhole, sizeWhole } from './size-whole';
import { POD_LEVEL_ANNOTATION } from './stated';

const MIB = 2 ** 20;

interface Case {
  pod: { requests?: string; limits?: string };
  containers: Record<string, { requests?: string; limits?: string; target?: string }>;
  target: string;
  asked?: string;
  policies?: ContainerResourcePolicy[];
  podRange?: { min?: Record<string, string>; max?: Record<string, string> };
}

function list(text: string | undefined) {
  if (text === undefined) return {};
  const [cpu, memory] = text.split('/');
  return { ...(cpu && { cpu }), ...(memory && { memory }) };
}

function sized({ pod, containers, target, asked = 'auto', policies, podRange }: Case) {
  const all: ContainerAmounts[] = Object.entries(containers).map(([name, { requests, limits }]) => ({
    name,
    requests: amountsFrom(list(requests)),
    limits: amountsFrom(list(limits)),
  }));
  const vpa = compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      name: 'web',
      namespace: 'shop',
      annotations: {
        [POD_LEVEL_ANNOTATION]: asked,
        [POD_RECOMMENDATION_ANNOTATION]: JSON.stringify({ target: list(target) }),
      },
    },
    spec: { ...(policies && { resourcePolicy: { containerPolicies: policies } }) },
    status: {
      recommendation: {
        containerRecommendations: Object.entries(containers).flatMap(([containerName, own]) =>
          own.target ? [{ containerName, target: list(own.target) }] : [],
        ),
      },
    },
  });
  const limits = podRange
    ? namespaceLimits([
        {
          apiVersion: 'v1',
          kind: 'LimitRange',
          metadata: { name: 'l', namespace: 'shop' },
          spec: { limits: [{ type: 'Pod', ...podRange }] },
        },
      ])
    : {};
  const stated: PodLevelAmounts = {
    requests: amountsFrom(list(pod.requests)),
    limits: amountsFrom(list(pod.limits)),
    init: [],
  };
  const { recommendation } = vpa;
  const plans = planResources(all, vpa, recommendation, {}, { startupBoost: false }).filter(
    ({ name }) => policies?.every((one) => one.containerName !== name) ?? true,
  );
  const grounds = { vpa, recommendation, limits };
  const [whole, fitted] = [sizeWhole(plans, all, stated, grounds), fitWithWhole(plans, all, stated, grounds)];
  const of = (name: string) => fitted.find((one) => one.name === name);
  return { whole, of };
}

const two = {
  app: { requests: '400m/400Mi', target: '300m/300Mi' },
  helper: { requests: '100m/100Mi', target: '100m/200Mi' },
};

describe('what a pod states as a whole', () => {
  it('becomes what is recommended, its limit in proportion', () => {
    const { whole } = sized({
      pod: { requests: '600m/600Mi', limits: '1200m/900Mi' },
      containers: two,
      target: '300m/400Mi',
    });
    expect(whole).toMatchObject({
      name: WHOLE_POD,
      requests: { cpu: 300, memory: 400 * MIB },
      limits: { cpu: 600, memory: 600 * MIB },
    });
  });

  it.each([
    ['only what it states is sized', { requests: '600m' }, { cpu: 300 }, {}],
    ['a limit alone counts as its request', { limits: '/1Gi' }, { memory: 400 * MIB }, { memory: 400 * MIB }],
    [
      'a pod that states as much as its limit stays so',
      { requests: '1/', limits: '1/' },
      { cpu: 300 },
      { cpu: 300 },
    ],
  ])('%s', (_name, pod, requests, limits) => {
    const { whole } = sized({ pod, containers: two, target: '300m/400Mi' });
    expect(whole?.requests).toEqual(requests);
    expect(whole?.limits).toEqual(limits);
  });

  it('has its containers within: requests are scaled, limits are as their own targets ask', () => {
    const { of } = sized({
      pod: { requests: '600m/600Mi', limits: '600m/900Mi' },
      containers: {
        app: { requests: '400m/400Mi', limits: '/400Mi', target: '300m/300Mi' },
        helper: { requests: '100m/100Mi', target: '100m/300Mi' },
      },
      target: '300m/400Mi',
    });
    expect(of('app')?.requests).toEqual({ cpu: 225, memory: 200 * MIB });
    expect(of('helper')?.requests).toEqual({ cpu: 75, memory: 200 * MIB });
    // A limit of 200 MiB would kill it where the others leave it 300.
    expect(of('app')?.limits.memory).toBe(300 * MIB);
  });

  it('stays within its policy and the LimitRange of pods', () => {
    const pod = { requests: '600m/600Mi' };
    const asked = '{minAllowed: {cpu: 500m}, maxAllowed: {memory: 300Mi}}';
    expect(sized({ pod, containers: two, target: '300m/400Mi', asked }).whole?.requests).toEqual({
      cpu: 500,
      memory: 300 * MIB,
    });
    const ranged = sized({
      pod,
      containers: two,
      target: '300m/400Mi',
      podRange: { min: { cpu: '400m' }, max: { memory: '350Mi' } },
    });
    expect(ranged.whole?.requests).toEqual({ cpu: 400, memory: 350 * MIB });
  });

  it('holds what containers state that are left alone, with the targets of the others', () => {
    const { whole, of } = sized({
      pod: { requests: '600m/600Mi', limits: '1/1Gi' },
      containers: { ...two, helper: { requests: '250m/100Mi', limits: '/900Mi', target: '1m/1Mi' } },
      target: '300m/400Mi',
      policies: [{ containerName: 'helper', mode: 'Off' }],
    });
    expect(whole?.requests).toEqual({ cpu: 550, memory: 400 * MIB });
    expect(whole?.limits.memory).toBe(900 * MIB);
    expect(of('app')?.requests.cpu).toBe(300);
  });

  it('stays where the maximum has no room for what is left alone', () => {
    const { whole } = sized({
      pod: { requests: '600m/600Mi' },
      containers: { ...two, helper: { requests: '250m/100Mi', target: '1m/1Mi' } },
      target: '300m/400Mi',
      asked: '{maxAllowed: {cpu: 400m}}',
      policies: [{ containerName: 'helper', mode: 'Off' }],
    });
    expect(whole?.requests).toEqual({ memory: 400 * MIB });
  });

  it.each(['off', 'Auto', '{mode: off}', 'maxAllowed: 3'])('stays for %s', (asked) => {
    expect(
      sized({ pod: { requests: '600m/600Mi' }, containers: two, target: '300m/400Mi', asked }).whole,
    ).toBeUndefined();
  });
});
