import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '@/server/objects/types';
import type { PriceTable } from '../../model/price-table';
import { amountsFrom, resourceListFrom } from '../../objects/quantity';
import { cpuMillicores, memoryBytes, RESOURCES } from '../../objects/units';
import type { ContainerResourcePolicy } from '../../objects/vpa-types';
import { compileRecommendation, compileVpa } from '../pods/compiled-vpa';
import { NO_LIMITS } from '../pods/limit-bounds';
import { type Cost, PARTS } from '../pods/money/cost';
import type { QuotaLeft } from '../pods/quota-left';
import {
  addCost,
  type CostedContainer,
  type CostedPod,
  type CostRules,
  noCost,
  podChanges,
  workloadCost,
} from './workload-cost';

type List = Record<string, string>;
const GIB = 1024 ** 3;
const PRICES: PriceTable = { currency: 'USD', base: { cpu: 0.04, memory: 0.005 }, rules: [], spot: [] };

const rulesFor = (
  targets: Record<string, List>,
  others: Partial<CostRules> & { policies?: ContainerResourcePolicy[] } = {},
): CostRules => ({
  vpa: compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'v', namespace: 'ns' },
    spec: {
      targetRef: { kind: 'Deployment', name: 'web' },
      updatePolicy: { updateMode: 'Off' },
      resourcePolicy: { containerPolicies: others.policies ?? [] },
    },
  }),
  recommendation: compileRecommendation({
    containerRecommendations: Object.entries(targets).map(([containerName, target]) => ({
      containerName,
      target,
      lowerBound: target,
      upperBound: target,
    })),
  }),
  limits: NO_LIMITS,
  quotas: [],
  around: () => ({ hpas: [], inUse: undefined }),
  withSidecars: true,
  prices: PRICES,
  labelsOf: () => ({}),
  ...others,
});

const container = (
  name: string,
  requests: List,
  use?: CostedContainer['use'],
  limits: List = {},
): CostedContainer => ({ name, requests: amountsFrom(requests), limits: amountsFrom(limits), use });
const pod = (containers: readonly CostedContainer[], node: string | undefined = 'n1'): CostedPod => ({
  ...(node !== '' && { node }),
  containers,
  spec: {
    containers: containers.map(({ name, requests, limits }) => ({
      name,
      image: 'app:1',
      resources: { requests: resourceListFrom(requests), limits: resourceListFrom(limits) },
    })),
  },
  stamp: containers,
});
const scaledOn = (resource: string): HorizontalPodAutoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'ns' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    maxReplicas: 5,
    metrics: [
      {
        type: 'Resource',
        resource: { name: resource, target: { type: 'Utilization', averageUtilization: 60 } },
      },
    ],
  },
});
const around = (hpas: HorizontalPodAutoscaler[], inUse?: List) => () => ({
  hpas,
  inUse: inUse && new Map([['app', amountsFrom(inUse)]]),
});
const left = (free: number) => [{ quota: 'all', of: 'requests' as const, resource: 'cpu' as const, free }];

describe('the cost of a workload', () => {
  it('is that of its requests, use and targets, with saving and growth apart', () => {
    // Two pods: 1 core and 2 GiB each, of which 0.3 cores and 1 GiB are used, and 0.5 cores and 3 GiB recommended.
    const app = container('app', { cpu: '1', memory: '2Gi' }, { cpu: 300, memory: GIB });
    const cost = workloadCost([pod([app]), pod([app])], rulesFor({ app: { cpu: '500m', memory: '3Gi' } }));
    expect(cost.amounts).toEqual({
      requests: { cpu: 2000, memory: 4 * GIB },
      use: { cpu: 600, memory: 2 * GIB },
      target: { cpu: 1000, memory: 6 * GIB },
      saving: { cpu: 1000, memory: 0 },
      growth: { cpu: 0, memory: 2 * GIB },
    });
    // At 0.04 a core-hour and 0.005 a GiB-hour.
    expect(cost.money?.requests.cpu).toBeCloseTo(0.08, 12);
    expect(cost.money?.requests.memory).toBeCloseTo(0.02, 12);
    expect(cost.money?.saving.cpu).toBeCloseTo(0.04, 12);
    expect(cost.money?.growth.memory).toBeCloseTo(0.01, 12);
    expect(cost.pods).toEqual({ counted: 2, notPriced: 0, waiting: 0, elsewhere: 0 });
    expect(cost.price).toEqual(PRICES.base);
  });

  it('never nets one container against another', () => {
    const fat = container('fat', { cpu: '1' });
    const thin = container('thin', { cpu: '100m' });
    const rules = rulesFor({ fat: { cpu: '100m' }, thin: { cpu: '1' } });
    const { amounts } = workloadCost([pod([fat, thin])], rules);
    expect([amounts.saving.cpu, amounts.growth.cpu]).toEqual([900, 900]);
  });

  it('has amounts but no money without prices', () => {
    const cost = workloadCost([pod([container('app', { cpu: '1' })])], rulesFor({}, { prices: undefined }));
    expect(cost.money).toBeUndefined();
    expect(cost.price).toBeUndefined();
    expect(cost.amounts.requests.cpu).toBe(1000);
  });

  it('takes the price of each node, and counts pods on nodes without one apart', () => {
    const prices = {
      ...PRICES,
      base: undefined,
      rules: [{ labels: { a: 'b' }, price: { cpu: 1, memory: 1 } }],
    };
    const labels: Record<string, Record<string, string>> = { dear: { a: 'b' }, bare: {} };
    const rules = rulesFor({}, { prices: prices as never, labelsOf: (node) => labels[node] });
    const app = container('app', { cpu: '1' });
    const cost = workloadCost([pod([app], 'dear'), pod([app], 'bare'), pod([app], 'gone')], rules);
    expect(cost.pods).toEqual({ counted: 3, notPriced: 2, waiting: 0, elsewhere: 0 });
    expect(cost.amounts.requests.cpu).toBe(3000);
    expect(cost.money?.requests.cpu).toBe(1);
  });

  it('is nothing for a pod that has no node yet', () => {
    const cost = workloadCost([pod([container('app', { cpu: '1' })], '')], rulesFor({}));
    expect(cost.pods).toEqual({ counted: 0, notPriced: 0, waiting: 1, elsewhere: 0 });
    expect(cost.amounts.requests.cpu).toBe(0);
  });

  it('counts the whole target of a container without a request as growth, and says so', () => {
    const cost = workloadCost([pod([container('app', {})])], rulesFor({ app: { cpu: '200m' } }));
    expect(cost.amounts.growth.cpu).toBe(200);
    expect(cost.missing.request).toEqual({ cpu: 1, memory: 1 });
    expect(cost.missing.use).toEqual({ cpu: 1, memory: 1 });
  });

  it.each<[string, Partial<CostRules> & { policies?: ContainerResourcePolicy[] }, List, number]>([
    ['a maximum of the policy', { policies: [{ containerName: '*', maxAllowed: { cpu: '300m' } }] }, {}, 300],
    ['a LimitRange', { limits: { container: { max: amountsFrom({ cpu: '250m' }) } } }, { cpu: '100m' }, 250],
    [
      'a limit that stays',
      { policies: [{ containerName: '*', controlledValues: 'RequestsOnly' }] },
      { cpu: '400m' },
      400,
    ],
    ['an HPA on the resource', { around: around([scaledOn('cpu')]) }, {}, 100],
    ['a quota without room for all of it', { quotas: left(1800) }, {}, 100],
    ['a quota that has room once the pod is replaced', { quotas: left(1900) }, {}, 2000],
    ['a policy that turns the container off', { policies: [{ containerName: '*', mode: 'Off' }] }, {}, 100],
  ])('has targets as pods would get them, with %s', (_, others, limits, target) => {
    const app = container('app', { cpu: '100m' }, undefined, limits);
    const { amounts } = workloadCost([pod([app])], rulesFor({ app: { cpu: '2' } }, others));
    expect(amounts.target.cpu).toBe(target);
  });

  it('saves nothing of what the peers of a pod use above its target', () => {
    const app = container('app', { memory: '1Gi' }, undefined, { memory: '1Gi' });
    const savingIn = (rules: Partial<CostRules>) =>
      workloadCost([pod([app])], rulesFor({ app: { memory: '200Mi' } }, rules)).amounts.saving.memory;
    expect(savingIn({})).toBe(824 * 2 ** 20);
    expect(savingIn({ around: around([], { memory: '600Mi' }) })).toBe(0);
  });

  it.each([
    ['grow for some of its pods, where a quota has no room for all', 1, [2000, 2000, 100, 100]],
    ['change none where a quota has no room', 0, [100, 100, 100, 100]],
    ['change all where a quota has room', 2, [2000, 2000, 2000, 2000]],
  ])('has targets that %s', (_, share, expected) => {
    const app = [container('app', { cpu: '100m' })];
    const some = Array.from({ length: 4 }, () => pod(app));
    const rules = rulesFor({ app: { cpu: '2' } }, { quotas: left(share * 2 * 1900 + 50) });
    const targets = Array.from(podChanges(some, rules), ({ change }) => 100 + change.cpu);
    expect(targets).toEqual(expected);
    expect(workloadCost(some, rules).amounts.target.cpu).toBe(expected.reduce((sum, one) => sum + one));
  });

  it('lets a pod grow by what another gives back', () => {
    const fat = pod([container('app', { cpu: '3' })]);
    const thin = pod([container('app', { cpu: '100m' })]);
    const rules = rulesFor({ app: { cpu: '1' } }, { quotas: left(0) });
    const changes = Array.from(podChanges([thin, fat, thin], rules), ({ change }) => change.cpu);
    expect(changes).toEqual([0, -2000, 900]);
  });

  it('still grows in memory where a quota has CPU for one pod more', () => {
    const app = [container('app', { cpu: '100m', memory: '1Gi' })];
    const quotas = [...left(1900), { ...left(3 * GIB)[0], resource: 'memory' as const } as QuotaLeft];
    const rules = rulesFor({ app: { cpu: '2', memory: '2Gi' } }, { quotas });
    const changes = Array.from(
      podChanges(
        Array.from({ length: 5 }, () => pod(app)),
        rules,
      ),
      ({ change }) => [change.cpu, change.memory / GIB],
    );
    expect(changes).toEqual([
      [1900, 1],
      [0, 1],
      [0, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  it('gives each of equal pods what it would get if all were decided one by one', () => {
    fc.assert(
      fc.property(pods, fc.nat(300_000), (some, free) => {
        const rules = rulesFor({ app: { cpu: '30' } }, { quotas: left(free) });
        const alike = made(some);
        const apart = alike.map((one) => ({ ...one, stamp: {} }));
        const changesOf = (all: typeof alike) => Array.from(podChanges(all, rules), ({ change }) => change);
        expect(changesOf(alike)).toEqual(changesOf(apart));
        const [first] = alike;
        if (!first) return;
        const equal = alike.map(() => first);
        expect(changesOf(equal)).toEqual(changesOf(equal.map((one) => ({ ...one, stamp: {} }))));
      }),
    );
  });

  it('grows by no more than a quota has left, whatever its pods', () => {
    fc.assert(
      fc.property(pods, fc.nat(300_000), (some, free) => {
        const rules = rulesFor({ app: { cpu: '100' } }, { quotas: left(free) });
        const { requests, target } = workloadCost(made(some), rules).amounts;
        expect(target.cpu - requests.cpu).toBeLessThanOrEqual(free);
      }),
    );
  });

  it('still saves where a quota is used up', () => {
    const rules = rulesFor({ app: { cpu: '50m' } }, { quotas: left(0) });
    expect(workloadCost([pod([container('app', { cpu: '100m' })])], rules).amounts.saving.cpu).toBe(50);
  });

  it('has targets within what the pod states as a whole', () => {
    const bare = pod([container('app', { cpu: '100m' })]);
    const bounded = { ...bare, spec: { ...bare.spec, resources: { limits: { cpu: '300m' } } } };
    expect(workloadCost([bounded], rulesFor({ app: { cpu: '2' } })).amounts.target.cpu).toBe(300);
  });
});

const amount = fc.record(
  {
    cpu: fc.nat(200_000).map(cpuMillicores),
    memory: fc.nat(2 ** 40).map(memoryBytes),
  },
  { requiredKeys: [] },
);
const pods = fc.array(
  fc.record({
    node: fc.constantFrom('a', 'b', 'c'),
    requests: amount,
    use: fc.record({ cpu: fc.nat(200_000), memory: fc.nat(2 ** 40) }),
  }),
  { maxLength: 12 },
);
const made = (some: readonly { node: string; requests: object; use: { cpu: number; memory: number } }[]) =>
  some.map(({ node, requests, use }) => pod([{ name: 'app', requests, limits: {}, use }], node));
const byNode = (scale = 1): PriceTable => ({
  currency: 'USD',
  base: { cpu: 0.031611 * scale, memory: 0.004237 * scale },
  rules: [{ labels: { node: 'b' }, price: { cpu: 0.07 * scale, memory: 0.0031 * scale } }],
  spot: [{ labels: { node: 'c' }, share: 0.31 }],
});
const TARGET = { app: { cpu: '1300m', memory: '3Gi' } };
const rules = (scale = 1) => rulesFor(TARGET, { prices: byNode(scale), labelsOf: (node) => ({ node }) });

function expectClose(one: Cost, other: Cost, scale = 1): void {
  expect(one.amounts).toEqual(other.amounts);
  for (const part of PARTS)
    for (const resource of RESOURCES)
      expect(one.money?.[part][resource]).toBeCloseTo((other.money?.[part][resource] ?? 0) * scale, 6);
}

describe('costs', () => {
  it('are the same in any order of pods', () => {
    fc.assert(
      fc.property(pods, (some) => {
        expectClose(workloadCost(made(some).reverse(), rules()), workloadCost(made(some), rules()));
      }),
    );
  });

  it('grow with prices', () => {
    fc.assert(
      fc.property(pods, fc.double({ min: 0, max: 100, noNaN: true }), (some, scale) => {
        expectClose(workloadCost(made(some), rules(scale)), workloadCost(made(some), rules()), scale);
      }),
    );
  });

  it('are as much in parts as in one', () => {
    fc.assert(
      fc.property(fc.array(pods, { maxLength: 6 }), (workloads) => {
        const sum = noCost(true);
        for (const some of workloads) addCost(sum, workloadCost(made(some), rules()));
        const { price: _, ...whole } = workloadCost(made(workloads.flat()), rules());
        expectClose(sum, whole);
        expect(sum.pods).toEqual(whole.pods);
        expect(sum.missing).toEqual(whole.missing);
      }),
    );
  });

  it('are target + saving − growth for requests', () => {
    fc.assert(
      fc.property(pods, (some) => {
        const { amounts } = workloadCost(made(some), rules());
        for (const resource of RESOURCES)
          expect(amounts.target[resource] + amounts.saving[resource] - amounts.growth[resource]).toBe(
            amounts.requests[resource],
          );
      }),
    );
  });
});

describe('the way from the need to the targets', () => {
  const range = fc.option(amount, { nil: undefined });
  const recommended = fc.record({ target: amount, uncapped: range, held: range });
  const bounds = fc.record({ max: range, min: range });
  const named = fc.constantFrom('app', 'side', 'off');

  it('adds up, whatever caps, holds or bounds there are', () => {
    const quantity = (own: Partial<Record<string, number>> | undefined) => ({
      ...(own?.cpu !== undefined && { cpu: cpuMillicores(own.cpu) }),
      ...(own?.memory !== undefined && { memory: memoryBytes(own.memory) }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: named, requests: amount, limits: amount }), { maxLength: 3 }),
        fc.dictionary(named, recommended),
        bounds,
        fc.boolean(),
        fc.nat(3),
        (containers, all, container, isContested, copies) => {
          const said = (of: (one: (typeof all)[string]) => object | undefined) =>
            new Map(
              Object.entries(all).map(([name, one]) => [
                name,
                {
                  target: quantity(of(one)),
                  lowerBound: {},
                  upperBound: {},
                  ...(one.uncapped && { uncappedTarget: quantity(one.uncapped) }),
                },
              ]),
            );
          const rules = rulesFor(
            {},
            {
              policies: [{ containerName: 'off', mode: 'Off' }],
              stated: said(({ target }) => target),
              recommendation: said(({ target, held }) => ({ ...target, ...held })),
              limits: { container: { max: quantity(container.max), min: quantity(container.min) } },
              ...(isContested && { around: around([scaledOn('cpu')]) }),
            },
          );
          const unique = [...new Map(containers.map((one) => [one.name, one])).values()];
          const own = pod(unique.map((one) => ({ ...one, use: undefined })));
          const { amounts, way } = workloadCost(
            Array.from({ length: copies }, () => own),
            rules,
          );
          for (const resource of RESOURCES) {
            const part = (name: keyof NonNullable<typeof way>) => way?.[name][resource] ?? Number.NaN;
            expect(part('needed') - part('capped') + part('minimum')).toBe(part('recommended'));
            expect(
              part('recommended') +
                part('held') -
                part('lowered') +
                part('raised') +
                part('kept') +
                part('unknown'),
            ).toBe(amounts.target[resource]);
            const stated = unique.reduce((sum, { name }) => sum + (all[name]?.target[resource] ?? 0), 0);
            expect(part('recommended')).toBe(stated * copies);
          }
        },
      ),
    );
  });

  it('tells a cap, a LimitRange, an HPA and what is held apart', () => {
    const status = {
      containerRecommendations: [
        {
          containerName: 'app',
          target: { cpu: '400m', memory: '300Mi' },
          lowerBound: {},
          upperBound: {},
          uncappedTarget: { cpu: '600m', memory: '300Mi' },
        },
      ],
    };
    const app = container('app', { cpu: '1', memory: '1Gi' }, undefined, { cpu: '1' });
    const wayOf = (others: Parameters<typeof rulesFor>[1]) =>
      workloadCost(
        [pod([app]), pod([app])],
        rulesFor({}, { recommendation: compileRecommendation(status), ...others }),
      ).way;
    expect(wayOf({})).toMatchObject({
      needed: { cpu: 1200 },
      capped: { cpu: 400 },
      recommended: { cpu: 800 },
    });
    const range = { container: { min: amountsFrom({ memory: '400Mi' }), max: amountsFrom({ cpu: '250m' }) } };
    expect(wayOf({ limits: range })).toMatchObject({
      lowered: { cpu: 300 },
      raised: { memory: 200 * 2 ** 20 },
    });
    expect(wayOf({ around: around([scaledOn('cpu')]) })).toMatchObject({
      kept: { cpu: 1200, memory: 0 },
    });
    expect(
      wayOf({
        stated: compileRecommendation(status),
        recommendation: rulesFor({ app: { cpu: '700m', memory: '300Mi' } }).recommendation,
      }),
    ).toMatchObject({ recommended: { cpu: 800 }, held: { cpu: 600, memory: 0 } });
  });
});

it('frees nothing that is needed: what a cap takes below the need is no saving', () => {
  const rules = (needed: string) =>
    rulesFor(
      {},
      {
        recommendation: compileRecommendation({
          containerRecommendations: [
            {
              containerName: 'app',
              target: { memory: '300Mi' },
              lowerBound: {},
              upperBound: {},
              uncappedTarget: { memory: needed },
            },
          ],
        }),
      },
    );
  const saved = (needed: string) =>
    workloadCost([pod([container('app', { memory: '500Mi' })])], rules(needed)).amounts.saving.memory /
    2 ** 20;
  expect(saved('300Mi')).toBe(200);
  expect(saved('305Mi')).toBe(200);
  expect(saved('400Mi')).toBe(100);
  expect(saved('900Mi')).toBe(0);
});

describe('what pods would request more', () => {
  it('is the difference of all containers together, of pods on a node that count here', () => {
    const rules = rulesFor({ app: { cpu: '300m', memory: '1Gi' } });
    const pods = [
      pod([container('app', { cpu: '100m', memory: '2Gi' }), container('other', { cpu: '1' })]),
      pod([container('app', { memory: '1Gi' })]),
      pod([container('app', { cpu: '1' })], ''),
      { ...pod([container('app', { cpu: '1' })]), isElsewhere: true },
    ];
    expect(Array.from(podChanges(pods, rules), ({ change }) => change)).toEqual([
      { cpu: 200, memory: -GIB },
      { cpu: 300, memory: 0 },
    ]);
  });

  it('is saving and growth of the cost together', () => {
    const rules = rulesFor({ app: { cpu: '300m', memory: '1Gi' } });
    const pods = [pod([container('app', { cpu: '1', memory: '512Mi' })])];
    const { saving, growth } = workloadCost(pods, rules).amounts;
    const [first] = podChanges(pods, rules);
    for (const resource of RESOURCES)
      expect(first?.change[resource]).toBe(growth[resource] - saving[resource]);
  });
});
