import { describe, expect, it } from 'vitest';
import { amountsFrom } from '../../objects/quantity';
import { cpuMillicores } from '../../objects/units';
import type { ContainerResourcePolicy, StartupBoost, UpdateMode } from '../../objects/vpa-types';
import { compileRecommendation, compileVpa } from './compiled-vpa';
import { type NamespaceLimits, NO_LIMITS } from './limit-bounds';
import type { ContainerAmounts } from './proportions';
import { capRecommendation, type PlanOptions, planResources } from './resource-plan';

type List = Record<string, string>;

function container(name: string, requests: List = {}, limits: List = {}): ContainerAmounts {
  return { name, requests: amountsFrom(requests), limits: amountsFrom(limits) };
}

function vpa(
  policies: ContainerResourcePolicy[] = [],
  options: { updateMode?: UpdateMode; startupBoost?: StartupBoost } = {},
) {
  return compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'v', namespace: 'ns' },
    spec: {
      targetRef: { kind: 'Deployment', name: 'web' },
      updatePolicy: { updateMode: options.updateMode ?? 'Recreate' },
      resourcePolicy: { containerPolicies: policies },
      startupBoost: options.startupBoost,
    },
  });
}

function recommended(targets: Record<string, List>) {
  return compileRecommendation({
    containerRecommendations: Object.entries(targets).map(([containerName, target]) => ({
      containerName,
      target,
      lowerBound: target,
      upperBound: target,
    })),
  });
}

const POD_RANGE: NamespaceLimits = {
  pod: { max: amountsFrom({ cpu: '1' }), min: amountsFrom({ cpu: '100m' }) },
};

describe('planning resources', () => {
  it("never fails on a container without a recommendation, whatever the namespace's limits", () => {
    const containers = [
      container('a'),
      container('b', { cpu: '1' }, { cpu: '4' }),
      container('c', {}, { cpu: '2' }),
    ];
    for (const targets of [{}, ...['a', 'c', 'z'].map((name) => ({ [name]: { cpu: '3' } }))])
      expect(() =>
        planResources(containers, vpa(), recommended(targets), POD_RANGE, { startupBoost: true }),
      ).not.toThrow();
  });

  it('leaves out containers the policy turns off', () => {
    const plans = planResources(
      [container('a', { cpu: '1' }), container('b', { cpu: '1' })],
      vpa([{ containerName: 'a', mode: 'Off' }]),
      recommended({ a: { cpu: '2' }, b: { cpu: '2' } }),
      NO_LIMITS,
      { startupBoost: true },
    );
    expect(plans.map(({ name }) => name)).toEqual(['b']);
  });

  it("prefers a container's own policy to the one for all", () => {
    const [plan] = planResources(
      [container('a', { cpu: '1' })],
      vpa([
        { containerName: '*', maxAllowed: { cpu: '100m' } },
        { containerName: 'a', maxAllowed: { cpu: '200m' } },
      ]),
      recommended({ a: { cpu: '2' } }),
      NO_LIMITS,
      { startupBoost: true },
    );
    expect(plan?.requests.cpu).toBe(200);
    expect(plan?.notes).toContainEqual({ resource: 'cpu', reason: 'max-allowed' });
  });

  it('boosts in mode Off and does nothing else', () => {
    const plans = planResources(
      [container('a', { cpu: '100m', memory: '1Mi' })],
      vpa([], { updateMode: 'Off', startupBoost: { cpu: { factor: 3 } } }),
      recommended({ a: { cpu: '2', memory: '2Mi' } }),
      NO_LIMITS,
      { startupBoost: true },
    );
    expect(plans).toMatchObject([{ requests: { cpu: 300 }, boosted: true }]);
    expect(plans[0]?.requests.memory).toBeUndefined();
  });

  it('keeps a boost one millicore below a limit that stays', () => {
    const policies: ContainerResourcePolicy[] = [{ containerName: '*', controlledValues: 'RequestsOnly' }];
    const [plan] = planResources(
      [container('a', { cpu: '100m' }, { cpu: '250m' })],
      vpa(policies, { startupBoost: { cpu: { factor: 3 } } }),
      undefined,
      NO_LIMITS,
      { startupBoost: true },
    );
    expect(plan).toMatchObject({
      requests: { cpu: 249 },
      limits: {},
      notes: [{ resource: 'cpu', reason: 'boost-container-limit' }],
    });
  });

  it.each([
    ['to what the largest node has', [], { requests: { cpu: 500 }, limits: { cpu: 500 } }],
    [
      'to what the largest node has beside the others',
      [container('b', { cpu: '100m' })],
      { requests: { cpu: 400 }, limits: { cpu: 500 } },
    ],
    ['not below what it requests', [container('b', { cpu: '1' })], { requests: { cpu: 100 } }],
  ])('cuts a boost, and its limit, %s', (_name, others, boosted) => {
    const [plan] = planResources(
      [container('a', { cpu: '100m' }, { cpu: '200m' }), ...others],
      vpa([], { updateMode: 'Off', startupBoost: { cpu: { type: 'Factor', factor: 100 } } }),
      undefined,
      NO_LIMITS,
      { startupBoost: true, largestNode: () => amountsFrom({ cpu: '500m' }) },
    );
    expect(plan).toMatchObject({ ...boosted, boosted: true });
    expect(plan?.notes).toContainEqual({ resource: 'cpu', reason: 'boost-of-node' });
  });

  it('notes a boost capped to the largest allowed', () => {
    const [plan] = planResources(
      [container('a', { cpu: '100m' })],
      vpa([], { startupBoost: { cpu: { factor: 10 } } }),
      undefined,
      NO_LIMITS,
      { startupBoost: true, maxAllowedCpuBoost: cpuMillicores(400) },
    );
    expect(plan).toMatchObject({ requests: { cpu: 400 }, notes: [{ resource: 'cpu', reason: 'boost-max' }] });
  });

  it('notes what a pod LimitRange scaled', () => {
    const [plan] = planResources(
      [container('a', { cpu: '100m', memory: '1Mi' }, { cpu: '100m' })],
      vpa(),
      recommended({ a: { cpu: '2', memory: '2Mi' } }),
      { pod: { max: { cpu: cpuMillicores(500) } } },
      { startupBoost: true },
    );
    expect(plan?.requests.cpu).toBe(500);
    expect(plan?.notes).toContainEqual({ resource: 'cpu', reason: 'pod-range' });
    expect(plan?.notes).not.toContainEqual({ resource: 'memory', reason: 'pod-range' });
  });
});

describe('a pod LimitRange that not all containers fit', () => {
  const containers = [
    container('a', { cpu: '400m' }, { cpu: '400m' }),
    container('b', { cpu: '400m' }, { cpu: '400m' }),
  ];
  const range: NamespaceLimits = { pod: { max: { cpu: cpuMillicores(400) } } };
  const requests = (stated: ContainerAmounts[], options: Partial<PlanOptions>, off = false) =>
    planResources(
      stated,
      vpa(off ? [{ containerName: 'b', mode: 'Off' }] : []),
      recommended({ a: { cpu: '400m' } }),
      range,
      { startupBoost: true, ...options },
    ).map(({ name, requests: { cpu } }) => [name, cpu]);

  it('scales a container of a new pod without a recommendation with the others', () => {
    expect(requests(containers, { scaled: 'controlled' })).toEqual([
      ['a', 200],
      ['b', 200],
    ]);
  });

  it('leaves that container alone in a running pod, which stays as it was created', () => {
    const running = containers.map((one) => ({
      ...one,
      requests: amountsFrom({ cpu: '200m' }),
      limits: amountsFrom({ cpu: '200m' }),
    }));
    expect(requests(running, {})).toEqual([['a', 200]]);
  });

  it('leaves alone a container that the policy turns off', () => {
    const small = [containers[0] as ContainerAmounts, container('b', { cpu: '100m' }, { cpu: '100m' })];
    expect(requests(small, { scaled: 'controlled' }, true)).toEqual([['a', 300]]);
  });
});

describe('a resource that nothing is recommended for', () => {
  const stated = container('a', { cpu: '1', memory: '2Gi' }, { cpu: '2', memory: '2Gi' });
  const other = container('b', { cpu: '1', memory: '1Gi' }, { memory: '1Gi' });

  it.each<[string, ContainerResourcePolicy, NamespaceLimits]>([
    ['without any bound', {}, NO_LIMITS],
    ['below the least of its policy', { minAllowed: { memory: '4Gi' } }, NO_LIMITS],
    ['above the most of its policy', { maxAllowed: { memory: '100Mi' } }, NO_LIMITS],
    [
      'outside the LimitRange of containers',
      {},
      {
        container: {
          max: amountsFrom({ memory: '1Gi' }),
          min: amountsFrom({ memory: '512Mi' }),
          defaultLimit: amountsFrom({ memory: '8Gi' }),
        },
      },
    ],
    ['above the LimitRange of pods', {}, { pod: { max: amountsFrom({ cpu: '8', memory: '1Gi' }) } }],
    ['below the LimitRange of pods', {}, { pod: { min: amountsFrom({ cpu: '100m', memory: '8Gi' }) } }],
  ])('stays as it is, request and limit: %s', (_case, policy, limits) => {
    for (const scaled of ['recommended', 'controlled'] as const) {
      const plans = planResources(
        [stated, other],
        vpa([{ containerName: 'a', ...policy }]),
        recommended({ a: { cpu: '500m' } }),
        limits,
        { startupBoost: true, scaled },
      );
      const own = plans.find(({ name }) => name === 'a');
      expect(own?.requests).toEqual({ cpu: 500 });
      expect(own?.limits).toEqual({ cpu: 1000 });
    }
  });
});

describe('capping a recommendation', () => {
  it('caps target and bounds alike and notes only the target', () => {
    const [capped] = capRecommendation(
      [container('a', { cpu: '1' })],
      vpa([{ containerName: '*', minAllowed: { cpu: '50m' }, maxAllowed: { cpu: '200m' } }]),
      compileRecommendation({
        containerRecommendations: [
          {
            containerName: 'a',
            target: { cpu: '100m' },
            lowerBound: { cpu: '10m' },
            upperBound: { cpu: '5' },
          },
        ],
      }) ?? new Map(),
      NO_LIMITS,
    );
    expect(capped).toEqual({
      target: { cpu: 100 },
      lowerBound: { cpu: 50 },
      upperBound: { cpu: 200 },
      notes: [],
    });
  });

  it('is undefined without a recommendation', () => {
    expect(capRecommendation([container('a')], vpa(), new Map(), NO_LIMITS)).toEqual([undefined]);
  });
});
