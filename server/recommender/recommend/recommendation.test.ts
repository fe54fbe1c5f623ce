import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../config';
import { estimatorOf } from '../../decide/estimators';
import { confidenceOf } from '../../decide/estimators/confidence';
import { readContainerPolicies } from '../../decide/pods/container-policy';
import { Aggregate } from '../../model/aggregate';
import { CPU_BUCKETS } from '../../model/bucketing';
import type { ContainerResourcePolicy } from '../../objects/vpa-types';
import { containerMinimum } from './pod-minimum';
import { postProcessingFrom } from './post-process';
import {
  explainContainer,
  type RecommendationRules,
  recommend,
  toStatus,
  withoutSamples,
} from './recommendation';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2025, 5, 2);
const MIB = 2 ** 20;
const AS_UPSTREAM = { minimumWithoutSamples: true, lastBucketStart: true };

function aggregateOf(
  container: string,
  samples: number,
  millicores = 1000,
  bytes = 1e9,
  config = {},
): Aggregate {
  const aggregate = new Aggregate(
    container,
    estimatorOf('percentile', defaultConfig(config)).learning.create(),
    START_MS,
  );
  for (let minute = 0; minute < samples; minute++) aggregate.addCpu(START_MS + minute * 60_000, millicores);
  if (samples > 0) aggregate.addMemoryPeak(START_MS + DAY_MS, bytes);
  return aggregate;
}

function rules(
  overrides: Partial<Config> = {},
  containerPolicies: ContainerResourcePolicy[] = [],
  annotations: Record<string, string> = {},
): RecommendationRules {
  const config = defaultConfig(overrides);
  return {
    estimator: estimatorOf('percentile', config),
    processing: postProcessingFrom(config),
    policies: readContainerPolicies({ containerPolicies }),
    annotations,
  };
}

function known(...aggregates: Aggregate[]): Map<string, Aggregate> {
  return new Map(aggregates.map((aggregate) => [aggregate.container, aggregate]));
}

describe('a recommendation', () => {
  it('cuts the limit of what a raise did not help with its request, down to what it was first killed at', () => {
    const range = (mib: number) => ({ lowerBound: mib * MIB, target: mib * MIB, upperBound: mib * MIB });
    const memoryLimit = { ...range(900), asOne: range(800), firstKilledAt: 300 * MIB };
    const estimate = () => ({
      cpu: { lowerBound: 1, target: 1, upperBound: 1 },
      memory: range(800),
      memoryLimit,
    });
    const limitWith = (mib: number) => {
      const capacity = { nodes: [{ cpu: 1000, memory: mib * MIB }], kinds: [] };
      const estimator = { ...rules().estimator, estimate };
      const [own] = recommend(known(aggregateOf('app', 10)), { ...rules(), estimator, capacity });
      return (own?.ownLimit?.target ?? 0) / MIB;
    };
    expect([2000, 500, 200].map(limitWith)).toEqual([900, 500, 300]);
  });

  it('shares the pod minimum among the containers of the smallest pod that has them', () => {
    const all = known(aggregateOf('api', 0), aggregateOf('job', 0), aggregateOf('proxy', 0));
    const pods = [['api', 'proxy'], ['job'], ['job', 'proxy', 'api']];
    const cpus = (more: Partial<RecommendationRules>) =>
      recommend(all, { ...rules(AS_UPSTREAM), ...more }).map(({ target }) => target.cpu);
    expect(cpus({ pods })).toEqual([12, 25, 12]);
    expect(new Set(cpus({})).size).toBe(1);
  });

  it('is the pod minimum for a container without samples, as for the upstream, if so set', () => {
    const [only] = recommend(known(aggregateOf('app', 0)), rules(AS_UPSTREAM));
    const minimum = { cpu: 25, memory: 250 * MIB };
    expect(only).toEqual({
      container: 'app',
      target: minimum,
      lowerBound: minimum,
      upperBound: minimum,
      uncappedTarget: minimum,
    });
  });

  it('is the percentile plus the margin, with bounds that a full day widens by 2 and narrows by little', () => {
    const [only] = recommend(known(aggregateOf('app', 1441)), rules());
    const base = Math.trunc(CPU_BUCKETS.endOf(CPU_BUCKETS.bucketOf(1)) * 1000);
    const withMargin = base + Math.trunc(base * 0.15);
    expect(only?.target.cpu).toBe(withMargin);
    expect(only?.upperBound.cpu).toBe(2 * withMargin);
    expect(only?.lowerBound.cpu).toBe(Math.trunc(withMargin * 1.001 ** -2));
  });

  it('has no meaningful upper bound, and the minimum as lower bound, from a single sample', () => {
    const [only] = recommend(known(aggregateOf('app', 1)), rules());
    expect(only?.upperBound).toEqual({ cpu: 1e14, memory: 1e14 });
    expect(only?.lowerBound).toEqual({ cpu: 25, memory: 250 * MIB });
  });

  it('shares the pod minimum among its containers and sorts them by name', () => {
    const both = recommend(known(aggregateOf('web', 0), aggregateOf('app', 0)), rules(AS_UPSTREAM));
    expect(both.map(({ container, target }) => [container, target.cpu])).toEqual([
      ['app', 12],
      ['web', 12],
    ]);
  });

  it('leaves out containers that are off, and gives them no share of the minimum', () => {
    const aggregates = known(aggregateOf('web', 0), aggregateOf('app', 0));
    const given = recommend(aggregates, rules(AS_UPSTREAM, [{ containerName: 'web', mode: 'Off' }]));
    expect(given.map(({ container, target }) => [container, target.cpu])).toEqual([['app', 25]]);
  });

  it('leaves out resources that are not controlled', () => {
    const policy = { containerName: '*', controlledResources: ['memory'] };
    const [only] = recommend(known(aggregateOf('app', 0)), rules(AS_UPSTREAM, [policy]));
    expect(only?.target).toEqual({ memory: 250 * MIB });
    expect(only && toStatus(only)).toEqual({
      containerName: 'app',
      target: { memory: '250Mi' },
      lowerBound: { memory: '250Mi' },
      upperBound: { memory: '250Mi' },
      uncappedTarget: { memory: '250Mi' },
    });
  });

  it('rounds up, to whole CPUs if annotated, before it is capped', () => {
    const given = rules(
      { roundCpuMillicores: 50, roundMemoryBytes: 128 * MIB, cpuIntegerPostProcessorEnabled: true },
      [{ containerName: 'app', maxAllowed: { cpu: '1500m' } }],
      { 'vpa-post-processor.kubernetes.io/app_integerCPU': 'true' },
    );
    const [app, web] = recommend(known(aggregateOf('app', 1441), aggregateOf('web', 1441)), given);
    expect(app?.uncappedTarget.cpu).toBe(2000);
    expect(app?.target.cpu).toBe(1500);
    expect((web?.target.cpu ?? 1) % 50).toBe(0);
    expect((web?.target.memory ?? 1) % (128 * MIB)).toBe(0);
  });

  it('uses the global maximum if the policy has none', () => {
    const given = rules({ containerRecommendationMaxAllowedCpu: '750m' }, [
      { containerName: 'web', maxAllowed: { cpu: '900m' } },
    ]);
    const [app, web] = recommend(known(aggregateOf('app', 1441), aggregateOf('web', 1441)), given);
    expect([app?.target.cpu, web?.target.cpu]).toEqual([750, 900]);
  });

  it('is always between its bounds and within the policy', () => {
    const bound = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 20_000 }),
        bound,
        bound,
        (samples, millicores, a, b) => {
          const [min = 1, max = 1] = [a, b].sort((x, y) => x - y);
          const policy = {
            containerName: '*',
            minAllowed: { cpu: `${min}m` },
            maxAllowed: { cpu: `${max}m` },
          };
          const [only] = recommend(known(aggregateOf('app', samples, millicores)), rules({}, [policy]));
          const [lower = 0, target = 0, upper = 0] = [
            only?.lowerBound.cpu,
            only?.target.cpu,
            only?.upperBound.cpu,
          ];
          expect(lower).toBeLessThanOrEqual(target);
          expect(target).toBeLessThanOrEqual(upper);
          expect(lower).toBeGreaterThanOrEqual(min);
          expect(upper).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
});

describe('what was never measured', () => {
  const cpuOnly = () => {
    const aggregate = aggregateOf('app', 0);
    aggregate.addCpu(START_MS, 1000);
    return aggregate;
  };
  const memoryOnly = () => {
    const aggregate = aggregateOf('app', 0);
    aggregate.addMemoryPeak(START_MS + DAY_MS, 1e9);
    return aggregate;
  };
  const resources = (list: object | undefined) => Object.keys(list ?? {}).sort();

  it.each([
    ['memory', cpuOnly, ['cpu']],
    ['CPU', memoryOnly, ['memory']],
  ])('is not recommended, nor explained: %s', (_what, aggregate, expected) => {
    const given = rules();
    const all = known(aggregate());
    const [only] = recommend(all, given);
    for (const bound of ['target', 'lowerBound', 'upperBound', 'uncappedTarget'] as const)
      expect(resources(only?.[bound])).toEqual(expected);
    const explained = explainContainer(all, 'app', given).traces.map(({ resource }) => resource);
    expect([...new Set(explained)]).toEqual(expected);
    expect([...withoutSamples(all, given)]).toEqual([
      ['app', ['cpu', 'memory'].filter((one) => !expected.includes(one))],
    ]);
  });

  it('leaves a container out that has nothing else, and is not missed where it is not controlled', () => {
    const memoryAlone = [{ containerName: 'app', controlledResources: ['memory'] }];
    expect(recommend(known(cpuOnly()), rules({}, memoryAlone))).toEqual([]);
    expect([...withoutSamples(known(cpuOnly()), rules({}, memoryAlone))]).toEqual([['app', ['memory']]]);
    const cpuAlone = [{ containerName: 'app', controlledResources: ['cpu'] }];
    expect(withoutSamples(known(cpuOnly()), rules({}, cpuAlone)).size).toBe(0);
    expect(withoutSamples(known(cpuOnly()), rules(AS_UPSTREAM)).size).toBe(0);
  });
});

describe('usage beyond the last bucket', () => {
  const [cores, bytes] = [3000, 4e12];
  const huge = (config = {}) => aggregateOf('app', 1441, cores * 1000, bytes, config);

  it('is never recommended below what was seen', () => {
    const [only] = recommend(known(huge()), rules());
    expect(only?.target).toEqual({ cpu: 3_450_000, memory: 4.6e12 });
  });

  it('counts as the start of that bucket for the upstream', () => {
    const [only] = recommend(known(huge(AS_UPSTREAM)), rules(AS_UPSTREAM));
    expect(only?.target.cpu).toBeLessThan(cores * 1000);
    expect(only?.target.memory).toBeLessThan(bytes);
  });

  it('is forgotten once no sample is there any more', () => {
    const aggregate = huge();
    aggregate.subtractMemoryPeak(START_MS + DAY_MS, bytes);
    aggregate.addMemoryPeak(START_MS + DAY_MS, 1e9);
    const [only] = recommend(known(aggregate), rules());
    expect(only?.target.memory).toBeLessThan(2e9);
  });
});

describe('confidence', () => {
  it.each([
    [0, 0],
    [1, 0],
    [721, 0.5],
    [1441, 1],
  ])('of %d samples a minute apart is %d days', (samples, days) => {
    expect(confidenceOf(aggregateOf('app', samples), DAY_MS)).toBeCloseTo(days, 9);
  });

  it('is limited by few samples over a long time', () => {
    const aggregate = { firstSampleMs: START_MS, lastSampleMs: START_MS + 10 * DAY_MS, sampleCount: 144 };
    expect(confidenceOf(aggregate, DAY_MS)).toBe(0.1);
  });

  it('grows faster with a shorter interval', () => {
    const aggregate = { firstSampleMs: START_MS, lastSampleMs: START_MS + DAY_MS, sampleCount: 1440 };
    expect(confidenceOf(aggregate, DAY_MS / 24)).toBe(24);
  });
});

describe('an explanation', () => {
  it.each([
    ['in any case', {}],
    ['when no node could give it', { capacity: { nodes: [{ cpu: 50, memory: 100 * MIB }], kinds: [] } }],
  ])('ends in exactly what is recommended, for every resource and bound, %s', (_name, more) => {
    const given = {
      ...more,
      ...rules(
        { roundCpuMillicores: 100, roundMemoryBytes: MIB, cpuIntegerPostProcessorEnabled: true },
        [{ containerName: 'app', minAllowed: { memory: '2Gi' }, maxAllowed: { cpu: '1500m' } }],
        { 'vpa-post-processor.kubernetes.io/app_integerCPU': 'true' },
      ),
    };
    const aggregates = known(aggregateOf('app', 100), aggregateOf('web', 100));
    for (const recommendation of recommend(aggregates, given)) {
      const traces = explainContainer(aggregates, recommendation.container, given).traces;
      expect(traces).toHaveLength(6);
      for (const { resource, bound, steps } of traces)
        expect(steps.at(-1)?.value).toBe(
          bound === 'limit' ? recommendation.ownLimit?.target : recommendation[bound][resource],
        );
    }
  });

  it.each([
    [{}, {}, ['margin', 'pod-minimum']],
    [{ minAllowed: { memory: '2Gi' } }, {}, ['margin', 'pod-minimum', 'min-allowed']],
    [{ maxAllowed: { memory: '850Mi' } }, {}, ['margin', 'pod-minimum', 'max-allowed']],
    [{}, { roundMemoryBytes: 1000 * MIB }, ['margin', 'pod-minimum', 'rounding']],
    [{}, {}, ['margin', 'pod-minimum', 'request'], 1200],
    [{}, {}, ['margin', 'pod-minimum', 'room-now'], 700, 500],
  ])(
    'ends in the limit that is recommended apart: %j %j %j',
    (policy, settings, steps, requested = 700, node = 0) => {
      const range = (mib: number) => ({ lowerBound: mib * MIB, target: mib * MIB, upperBound: mib * MIB });
      const memoryLimit = { ...range(900), asOne: range(800), ...(node > 0 && { firstKilledAt: 300 * MIB }) };
      const base = rules(settings, [{ containerName: 'app', ...policy }]);
      const estimator = {
        ...base.estimator,
        estimate: () => ({ cpu: range(1), memory: range(requested), memoryLimit }),
        explain: () => ({
          traces: [
            { resource: 'memory', bound: 'limit', steps: [{ step: 'margin', value: 900 * MIB }] } as const,
          ].map((trace) => ({ ...trace, steps: [...trace.steps] })),
          histograms: [],
        }),
      };
      const capacity = { nodes: [{ cpu: 1e9, memory: node * MIB }], kinds: [] };
      const all = known(aggregateOf('app', 100));
      const given = { ...base, estimator, ...(node > 0 && { capacity }) };
      const trace = explainContainer(all, 'app', given).traces.find(({ bound }) => bound === 'limit');
      expect(trace?.steps.map(({ step }) => step)).toEqual(steps);
      expect(trace?.steps.at(-1)?.value).toBe(recommend(all, given)[0]?.ownLimit?.target);
    },
  );

  it('has each step with its number', () => {
    const given = rules({}, [{ containerName: 'app', maxAllowed: { cpu: '500m' } }]);
    const traces = explainContainer(known(aggregateOf('app', 1441)), 'app', given).traces;
    const upper = traces.find(({ resource, bound }) => resource === 'cpu' && bound === 'upperBound');
    expect(upper?.steps.map(({ step, by }) => [step, by])).toEqual([
      ['percentile', 0.95],
      ['margin', 0.15],
      ['confidence', 1],
      ['pod-minimum', 25],
      ['max-allowed', 500],
    ]);
  });

  it('is empty for a container that is off or unknown', () => {
    const given = rules({}, [{ containerName: 'app', mode: 'Off' }]);
    const aggregates = known(aggregateOf('app', 1));
    expect(explainContainer(aggregates, 'app', given).traces).toEqual([]);
    expect(explainContainer(aggregates, 'web', given).traces).toEqual([]);
  });
});

describe('the pod minimum', () => {
  it('is shared and truncated to whole amounts', () => {
    expect(containerMinimum(defaultConfig(), 3)).toEqual({ cpu: 8, memory: Math.trunc((250 * MIB) / 3) });
  });
});
