import { describe, expect, it } from 'vitest';
import {
  containerUtilization,
  cpuUse,
  cpuUtilization,
  externalValue,
  inputOf,
  NOW_MS,
  podsOf,
  usageOf,
} from '@/tests/support/hpa-evaluation';
import { afterScaling, type HpaCondition, noScale } from './conditions';
import { evaluate } from './evaluation';
import type { MetricReading, Selected } from './input';
import { RULES_OF_1_24 } from './rules';

const GONE: MetricReading = { kind: 'failed', error: 'the server is currently unable to handle the request' };
const queue = (length: number): MetricReading => ({ kind: 'totals', valuesMilli: [length * 1000] });

function reasons(conditions: readonly HpaCondition[]): string[] {
  return conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
}

describe('an evaluation', () => {
  it('says what each pod counted for, what each metric asked for and what became of it', () => {
    // CPU: 200 % of 50 %, times 2 pods is 8. Queue: 30 by 10, times 2 is 6. At most 2 x 2, or 4.
    const found = evaluate(
      inputOf({
        pods: podsOf(2),
        metrics: [externalValue('10'), cpuUtilization(50)],
        readings: [queue(30), cpuUse(200, 200)],
      }),
    );
    expect(found).toMatchObject({
      currentReplicas: 2,
      desiredReplicas: 4,
      reason: 'cpu resource utilization (percentage of request) above target',
      course: {
        kind: 'metrics',
        combined: { metric: 1, replicas: 8 },
        settled: { stabilized: { proposed: 8, replicas: 8 }, limited: { reason: 'ScaleUpLimit' } },
      },
      metrics: [
        { outcome: { replicas: 6, ratio: 3 } },
        { outcome: { replicas: 8, ratio: 4, pods: [{ measuredMilli: 200, requestMilli: 100 }, {}] } },
      ],
    });
    expect(reasons(found.conditions)).toEqual([
      'AbleToScale=True ReadyForNewScale',
      'ScalingActive=True ValidMetricFound',
      'ScalingLimited=True ScaleUpLimit',
    ]);
    expect(found.currentMetrics).toEqual([
      { type: 'External', external: { metric: { name: 'queue_length' }, current: { value: '30' } } },
      {
        type: 'Resource',
        resource: { name: 'cpu', current: { averageUtilization: 200, averageValue: '200m' } },
      },
    ]);
    expect(found.past.recommendations).toEqual([
      { atMs: NOW_MS, replicas: 2 },
      { atMs: NOW_MS, replicas: 8 },
    ]);
  });

  it('takes an HPA without metrics for one on 80 % of the CPU requests', () => {
    const found = evaluate(inputOf({ pods: podsOf(2), readings: [cpuUse(120, 120)] }));
    expect(found).toMatchObject({ desiredReplicas: 3, metrics: [{ spec: cpuUtilization(80) }] });
  });

  it('holds back the first scaling down for the window, since it does not know what was before', () => {
    const input = inputOf({ pods: podsOf(4), readings: [cpuUse(10, 10, 10, 10)] });
    const first = evaluate(input);
    expect(first).toMatchObject({ desiredReplicas: 4, reason: '' });
    expect(reasons(first.conditions)).toContain('AbleToScale=True ScaleDownStabilized');
    const later = evaluate({ ...input, nowMs: NOW_MS + 301_000, past: first.past });
    expect(later).toMatchObject({ desiredReplicas: 1, reason: 'All metrics below target' });
  });

  it('uses the tolerance of each direction, by today’s rules', () => {
    // 106 % of the target: within 10 %, not within 5 %.
    const spec = {
      pods: podsOf(10),
      metrics: [cpuUtilization(50)],
      readings: [cpuUse(...Array<number>(10).fill(53))],
      behavior: { scaleUp: { tolerance: '0.05' } },
    };
    expect(evaluate(inputOf(spec))).toMatchObject({
      desiredReplicas: 11,
      metrics: [{ outcome: { tolerances: { up: 0.05, down: 0.1 } } }],
    });
    expect(evaluate(inputOf({ ...spec, settings: { rules: RULES_OF_1_24 } })).desiredReplicas).toBe(10);
    const down = { ...spec, readings: [cpuUse(...Array<number>(10).fill(47))] };
    expect(evaluate(inputOf(down)).desiredReplicas).toBe(10);
  });
});

describe('bounds', () => {
  it.each([
    [30, 20, 'above-max', 'Current number of replicas above Spec.MaxReplicas'],
    [2, 5, 'below-min', 'Current number of replicas below Spec.MinReplicas'],
  ] as const)(
    'bring %i replicas to %i at once, whatever metrics and behaviour say',
    (replicas, to, kind, reason) => {
      const off = { selectPolicy: 'Disabled' } as const;
      const found = evaluate(
        inputOf({ replicas, minReplicas: 5, behavior: { scaleUp: off, scaleDown: off }, readings: [GONE] }),
      );
      expect(found).toMatchObject({ desiredReplicas: to, reason, course: { kind }, metrics: [] });
      expect(reasons(found.conditions)).toEqual(['AbleToScale=True SucceededGetScale']);
    },
  );
});

describe('an HPA that the API server would refuse', () => {
  it('goes to its minimum if that is above its maximum, and stays there', () => {
    const bounds = { minReplicas: 5, maxReplicas: 3 };
    const asked = (replicas: number) =>
      evaluate(inputOf({ ...bounds, pods: podsOf(replicas), readings: [cpuUse(1, 1, 1, 1, 1)] }));
    expect([1, 4, 5, 9].map((replicas) => asked(replicas).desiredReplicas)).toEqual([5, 5, 5, 5]);
  });

  it('is evaluated as if what is null were not stated', () => {
    const nothing = JSON.parse('{"minReplicas":null,"metrics":null,"behavior":null}');
    expect(
      evaluate(inputOf({ ...nothing, pods: podsOf(2), readings: [cpuUse(120, 120)] })).desiredReplicas,
    ).toBe(3);
    const empty = JSON.parse(
      '{"scaleUp":null,"scaleDown":{"stabilizationWindowSeconds":null,"policies":null}}',
    );
    const found = evaluate(inputOf({ behavior: empty, pods: podsOf(2), readings: [cpuUse(10, 10)] }));
    expect(found).toMatchObject({ desiredReplicas: 2, course: { settled: { stabilized: { proposed: 1 } } } });
  });
});

describe('metrics that fail', () => {
  const metrics = [containerUtilization('app', 50), externalValue('10')];
  const pods = podsOf(4);

  it('scale nothing if none is left, and the first one’s reason is the condition', () => {
    const found = evaluate(inputOf({ pods, metrics, readings: [GONE, GONE] }));
    expect(found).toMatchObject({
      desiredReplicas: 4,
      course: { kind: 'blocked', combined: { first: 0, failed: 2, best: undefined } },
      currentMetrics: [{ type: '' }, { type: '' }],
    });
    expect(found.conditions).toEqual([
      expect.objectContaining({ type: 'AbleToScale', reason: 'SucceededGetScale' }),
      {
        type: 'ScalingActive',
        status: 'False',
        reason: 'FailedGetContainerResourceMetric',
        message:
          'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: the server is currently unable to handle the request',
      },
    ]);
    expect(found.past.recommendations).toHaveLength(1);
  });

  it('keep the others from scaling down', () => {
    const found = evaluate(inputOf({ pods, metrics, readings: [GONE, queue(1)] }));
    expect(found).toMatchObject({ desiredReplicas: 4, course: { combined: { kind: 'blocked', best: 1 } } });
  });

  it('do not keep the others from scaling up', () => {
    const found = evaluate(inputOf({ pods, metrics, readings: [GONE, queue(20)] }));
    expect(found).toMatchObject({ desiredReplicas: 8, metrics: [{ outcome: { kind: 'failed' } }, {}] });
    expect(reasons(found.conditions)).toContain('ScalingActive=True ValidMetricFound');
  });

  it.each([
    ['Resource', 'FailedGetResourceMetric'],
    ['ContainerResource', 'FailedGetContainerResourceMetric'],
    ['Pods', 'FailedGetPodsMetric'],
    ['Object', 'FailedGetObjectMetric'],
    ['External', 'FailedGetExternalMetric'],
    ['Weather', 'InvalidMetricSourceType'],
  ])('of type %s have the reason %s', (type, reason) => {
    const found = evaluate(inputOf({ pods, metrics: [{ type }], readings: [] }));
    expect(reasons(found.conditions)).toContain(`ScalingActive=False ${reason}`);
  });
});

describe('a selector', () => {
  const pods = podsOf(2);
  const shared: Selected = { kind: 'shared', selector: 'app=web', hpas: ['shop/a', 'shop/b'], pods };
  it.each<[string, Selected]>([
    ['InvalidSelector', { kind: 'no-selector' }],
    ['InvalidSelector', { kind: 'bad-selector', error: 'unexpected ","' }],
    ['AmbiguousSelector', shared],
  ])('that cannot be used scales nothing: %s', (reason, selected) => {
    const found = evaluate(inputOf({ replicas: 2, selected, readings: [cpuUse(900, 900)] }));
    expect(found).toMatchObject({ desiredReplicas: 2, course: { kind: 'bad-selector' } });
    expect(reasons(found.conditions)).toContain(`ScalingActive=False ${reason}`);
  });

  it('shared by two HPAs was no reason by 1.24', () => {
    const input = inputOf({ replicas: 2, selected: shared, readings: [cpuUse(160, 160)] });
    expect(
      evaluate({ ...input, settings: { ...input.settings, rules: RULES_OF_1_24 } }).desiredReplicas,
    ).toBe(4);
  });
});

describe('zero replicas', () => {
  const byHpa = { conditions: [{ type: 'ScaledToZero', status: 'True' as const }] };
  const asked = { replicas: 0, minReplicas: 0, metrics: [externalValue('10')], readings: [queue(25)] };

  it('stay if a person scaled to zero', () => {
    for (const minReplicas of [0, 1]) {
      const found = evaluate(inputOf({ ...asked, minReplicas }));
      expect(found).toMatchObject({ desiredReplicas: 0, course: { kind: 'disabled' } });
      expect(reasons(found.conditions)).toContain('ScalingActive=False ScalingDisabled');
    }
  });

  it('end when the queue fills, if the HPA scaled to zero', () => {
    expect(evaluate(inputOf({ ...asked, status: byHpa }))).toMatchObject({
      desiredReplicas: 3,
      reason: 'external metric queue_length above target',
    });
  });

  it('end when the minimum is raised, if the HPA scaled to zero', () => {
    const found = evaluate(inputOf({ ...asked, minReplicas: 5, readings: [queue(0)], status: byHpa }));
    expect(found).toMatchObject({
      desiredReplicas: 5,
      reason: 'Current number of replicas below Spec.MinReplicas',
    });
  });

  it('stay if no metric can be measured without pods', () => {
    const metrics = [cpuUtilization(50)];
    const found = evaluate(inputOf({ ...asked, metrics, readings: [cpuUse(100)], status: byHpa }));
    expect(found.course).toEqual({ kind: 'disabled' });
  });

  it('ended by 1.24 whenever the minimum was zero', () => {
    const settings = { rules: RULES_OF_1_24 };
    expect(evaluate(inputOf({ ...asked, settings })).desiredReplicas).toBe(3);
    expect(evaluate(inputOf({ ...asked, minReplicas: 1, settings })).desiredReplicas).toBe(0);
  });

  it('are reached when the queue is empty', () => {
    const past = { recommendations: [], added: [], removed: [] };
    const found = evaluate(inputOf({ ...asked, pods: podsOf(3), replicas: 3, readings: [queue(0)], past }));
    expect(found.desiredReplicas).toBe(0);
    expect(reasons(afterScaling({ to: 0 }, true))).toEqual([
      'AbleToScale=True SucceededRescale',
      'ScaledToZero=True ScaledToZero',
    ]);
  });
});

describe('conditions around an evaluation', () => {
  it('say whether the scale was read and written', () => {
    expect(reasons([noScale('not found')])).toEqual(['AbleToScale=False FailedGetScale']);
    expect(reasons(afterScaling({ error: 'conflict' }, true))).toEqual([
      'AbleToScale=False FailedUpdateScale',
    ]);
    expect(reasons(afterScaling({ to: 3 }, true))).toEqual([
      'AbleToScale=True SucceededRescale',
      'ScaledToZero=False NotScaledToZero',
    ]);
    expect(reasons(afterScaling({ to: 3 }, false))).toEqual(['AbleToScale=True SucceededRescale']);
  });
});

describe('one idle sidecar', () => {
  it('keeps an HPA on the pod asleep, not one on the container', () => {
    const pods = podsOf(3, { cpu: { app: 200, proxy: 800 } });
    const use = pods.map(({ name }) => usageOf(name, { app: 200, proxy: 40 }));
    const reading: MetricReading = { kind: 'usage', pods: use };
    const desired = (metrics: ReturnType<typeof cpuUtilization>[]) =>
      evaluate(inputOf({ pods, minReplicas: 3, metrics, readings: [reading] })).desiredReplicas;
    expect(desired([cpuUtilization(60)])).toBe(3);
    expect(desired([containerUtilization('app', 60)])).toBe(5);
  });
});
