import { describe, expect, it } from 'vitest';
import {
  containerUtilization,
  cpuUse,
  cpuUtilization,
  externalValue,
  NOW_MS,
  type PodShape,
  podOf,
  podsOf,
  usageOf,
} from '@/tests/support/hpa-evaluation';
import type { MetricSpec } from '../../objects/types';
import { failureText } from './failures';
import type { MetricReading } from './input';
import { evaluateMetric, type MetricOutcome } from './metric';
import { milliAmounts } from './milli-amounts';
import { RULES_OF_1_24, RULES_OF_TODAY, type ScalingBehavior } from './rules';
import type { ScaledPod } from './scaled-pod';
import { KUBERNETES_DEFAULTS } from './settings';

const TENTH = { up: 0.1, down: 0.1 };

function outcome(
  spec: MetricSpec,
  reading: MetricReading,
  pods: readonly ScaledPod[],
  rules: ScalingBehavior = RULES_OF_TODAY,
  scale = { specReplicas: pods.length, statusReplicas: pods.length },
): MetricOutcome {
  const settings = { ...KUBERNETES_DEFAULTS, rules };
  return evaluateMetric(spec, reading, { pods, scale, tolerances: TENTH, settings, nowMs: NOW_MS });
}

function replicasOf(...asked: Parameters<typeof outcome>): number | string {
  const found = outcome(...asked);
  return found.kind === 'failed' ? failureText(found.failure) : found.replicas;
}

describe('the standing of a pod for a CPU metric', () => {
  const young = NOW_MS - 100_000;
  it.each<[string, PodShape, string, string | undefined]>([
    ['a ready pod counts', {}, 'ready', undefined],
    ['a pod being deleted counts as nothing', { isDeleting: true }, 'ignored', 'deleting'],
    ['a failed pod counts as nothing', { phase: 'Failed' }, 'ignored', 'failed'],
    ['a pending pod is unready', { phase: 'Pending' }, 'unready', 'pending'],
    ['a pod without a Ready condition is unready', { ready: 'none' }, 'unready', 'state-unknown'],
    [
      'a young pod that is not ready is unready',
      { ready: 'False', startedMs: young },
      'unready',
      'not-ready-while-starting',
    ],
    // The sample covers the last 30 s; it was not ready for the first 10 s of them.
    [
      'a young pod is unready until a whole window is from after it became ready',
      { startedMs: young, readySinceMs: NOW_MS - 20_000 },
      'unready',
      'sample-from-before-ready',
    ],
    [
      'a young pod counts from then on',
      { startedMs: young, readySinceMs: NOW_MS - 30_000 },
      'ready',
      undefined,
    ],
    // It became unready 10 s after its start an hour ago, less than the delay of 30 s.
    ['an old pod that never became ready is unready', { ready: 'False' }, 'unready', 'never-ready'],
    [
      'an old pod that is not ready for now counts',
      { ready: 'False', readySinceMs: NOW_MS - 60_000 },
      'ready',
      undefined,
    ],
  ])('%s', (_, shape, group, why) => {
    const pods = [podOf(shape), podOf({ name: 'web-1' })];
    const found = outcome(cpuUtilization(50), cpuUse(50, 50), pods);
    expect(found).toMatchObject({ kind: 'proposed' });
    if (found.kind !== 'proposed') return;
    expect(found.pods[0]).toMatchObject({ pod: 'web-0', group, measuredMilli: 50, requestMilli: 100 });
    expect(found.pods[0]?.why).toBe(why);
  });

  it('depends on readiness for no other metric', () => {
    const spec: MetricSpec = {
      type: 'Pods',
      pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '1' } },
    };
    const values = { pod: 'web-0', atMs: NOW_MS, windowMs: 30_000, valueMilli: 3000 };
    const found = outcome(spec, { kind: 'pod-values', pods: [values] }, podsOf(1, { ready: 'none' }));
    expect(found).toMatchObject({ replicas: 3, pods: [{ group: 'ready' }] });
  });
});

describe('utilization', () => {
  it('divides the sums and cuts to whole percents', () => {
    // (199 + 100) / (100 + 100) = 149.5 %, so 149 %; 149 / 100 * 2 = 2.98.
    const found = outcome(cpuUtilization(100), cpuUse(199, 100), podsOf(2));
    expect(found).toMatchObject({
      replicas: 3,
      because: 'ratio',
      ratio: 1.49,
      multipliedBy: 2,
      current: { averageUtilization: 149, averageValueMilli: 149 },
    });
  });

  it('stays within the tolerance, at exactly 110 % of the target by today’s rules only', () => {
    // 1 - 1.1 is -0.10000000000000009 in doubles, which is more than 0.1; 1 + 0.1 is 1.1.
    const asked = [cpuUtilization(100), cpuUse(...Array<number>(10).fill(110)), podsOf(10)] as const;
    expect(replicasOf(...asked)).toBe(10);
    expect(replicasOf(...asked, RULES_OF_1_24)).toBe(11);
  });

  it('lets missing pods use nothing on the way up', () => {
    // 3 of 4 use 200 %. With the fourth at 0: 600/400 = 150 %, times 4 pods is 6, not 8.
    const found = outcome(cpuUtilization(100), cpuUse(200, 200, 200), podsOf(4));
    expect(found).toMatchObject({ replicas: 6, ratio: 2, filledRatio: 1.5, multipliedBy: 4 });
    if (found.kind === 'proposed')
      expect(found.pods[3]).toEqual({
        pod: 'web-3',
        group: 'missing',
        why: 'not-measured',
        requestMilli: 100,
        filled: { milli: 0, as: 'nothing' },
      });
  });

  it('lets missing pods use their request on the way down', () => {
    // 3 of 4 use 20 %. With the fourth at 100 %: 160/400 = 40 %, times 4 pods by 80 % is 2, not 1.
    const found = outcome(cpuUtilization(80), cpuUse(20, 20, 20), podsOf(4));
    expect(found).toMatchObject({ replicas: 2, ratio: 0.25, filledRatio: 0.5 });
    if (found.kind === 'proposed') expect(found.pods[3]?.filled).toEqual({ milli: 100, as: 'request' });
  });

  it('lets missing pods use the target on the way down if it is above the request', () => {
    // Target 200 %, 1 of 2 at 100 %. Today the other counts at 200 %: 150 % of 200 % times 2 is 1.5, so 2.
    // By 1.24 it counts at 100 %: half the target, so 1 pod.
    const asked = [cpuUtilization(200), cpuUse(100), podsOf(2)] as const;
    expect(replicasOf(...asked)).toBe(2);
    expect(replicasOf(...asked, RULES_OF_1_24)).toBe(1);
    const found = outcome(...asked);
    if (found.kind === 'proposed') expect(found.pods[1]?.filled).toEqual({ milli: 200, as: 'target' });
  });

  it('lets unready pods use nothing on the way up, and leaves them out on the way down', () => {
    const pods = [...podsOf(2), podOf({ name: 'web-2', phase: 'Pending' })];
    // 200 % over 2 pods, 133 % over 3, times 3 is 3.99.
    expect(replicasOf(cpuUtilization(100), cpuUse(200, 200), pods)).toBe(4);
    // 50 % of 2 ready pods.
    expect(replicasOf(cpuUtilization(100), cpuUse(50, 50), pods)).toBe(1);
  });

  it('stays where filling in would turn the direction', () => {
    // 120 % over one pod, 40 % over three.
    const pods = podsOf(3);
    expect(outcome(cpuUtilization(100), cpuUse(120), pods)).toMatchObject({
      replicas: 3,
      because: 'filling-turns-direction',
    });
  });

  it('stays where there are so few or so many pods that filling in would turn the direction', () => {
    const scaledTo = (specReplicas: number) => ({ specReplicas, statusReplicas: specReplicas });
    // Up: (300 + 300 + 0)/300 is 200 %, but twice 3 pods are fewer than 10 replicas.
    expect(
      outcome(cpuUtilization(100), cpuUse(300, 300), podsOf(3), RULES_OF_TODAY, scaledTo(10)),
    ).toMatchObject({ replicas: 10, because: 'filling-turns-direction', filledRatio: 2 });
    // Down: (4 x 60 + 100)/500 is 68 %, but 68 % of 5 pods are more than 2 replicas.
    expect(
      outcome(cpuUtilization(100), cpuUse(60, 60, 60, 60), podsOf(5), RULES_OF_TODAY, scaledTo(2)),
    ).toMatchObject({ replicas: 2, because: 'filling-turns-direction', filledRatio: 0.68 });
  });

  it('counts the samples of pods it does not know as Kubernetes does: by their number alone', () => {
    // (600 + 0) of 200 is 300 %, times web-0, the missing web-1 and gone.
    const reading: MetricReading = {
      kind: 'usage',
      pods: [usageOf('web-0', { app: 600 }), usageOf('gone', { app: 5 })],
    };
    const found = outcome(cpuUtilization(100), reading, podsOf(2));
    expect(found).toMatchObject({ replicas: 9, filledRatio: 3, multipliedBy: 3 });
    if (found.kind === 'proposed') expect(found.pods[2]).toMatchObject({ pod: 'gone', group: 'unknown' });
  });
});

describe('requests', () => {
  const twice = { kind: 'usage', pods: [usageOf('web-0', { app: 100, proxy: 10 })] } as const;

  it('must be stated by every container, even of a pod that is going', () => {
    const pods = [podOf(), podOf({ name: 'web-1', isDeleting: true, cpu: { app: undefined } })];
    expect(replicasOf(cpuUtilization(50), cpuUse(50, 50), pods)).toBe(
      'missing request for cpu in container app of Pod web-1',
    );
  });

  it('need not be stated by the other containers for a metric of one', () => {
    const pods = [podOf({ cpu: { app: 50, proxy: undefined } })];
    expect(replicasOf(containerUtilization('app', 100), twice, pods)).toBe(2);
    expect(replicasOf(cpuUtilization(100), twice, pods)).toMatch('container proxy');
  });

  it('of sidecars count today', () => {
    // 110m of 50m + 60m is 100 %; without the sidecar's request, 220 %.
    const pods = [podOf({ cpu: { app: 50 }, sidecars: { proxy: 60 } })];
    expect(replicasOf(cpuUtilization(100), twice, pods)).toBe(1);
    expect(replicasOf(cpuUtilization(100), twice, pods, RULES_OF_1_24)).toBe(3);
    expect(replicasOf(containerUtilization('proxy', 5), twice, pods)).toBe(4);
  });

  it('of the pod as a whole count today, with its overhead, but not for a metric of one container', () => {
    // 110m of 200m + 20m is 50 %.
    const resources = { requests: { cpu: '200m' } };
    const pods = [podOf({ cpu: { app: 50, proxy: 5 }, spec: { resources, overhead: { cpu: '20m' } } })];
    expect(outcome(cpuUtilization(25), twice, [...pods])).toMatchObject({
      replicas: 2,
      current: { averageUtilization: 50 },
    });
    expect(outcome(cpuUtilization(100), twice, pods)).toMatchObject({ current: { averageUtilization: 50 } });
    // 100m of 50m.
    expect(replicasOf(containerUtilization('app', 100), twice, pods)).toBe(2);
  });

  it('of the pod as a whole for another resource: the most its containers need at once', () => {
    // The pod states memory only. Its init container needs 300m beside the sidecar's 20m: more than 100m + 20m.
    const containers = [{ name: 'app', resources: { requests: { cpu: '100m' } } }];
    const initContainers = [
      { name: 'proxy', restartPolicy: 'Always', resources: { requests: { cpu: '20m' } } },
      { name: 'setup', resources: { requests: { cpu: '300m' } } },
    ];
    const resources = { requests: { memory: '1Gi' } };
    const pods = [podOf({ spec: { containers, initContainers, resources } })];
    expect(outcome(cpuUtilization(100), twice, pods)).toMatchObject({ pods: [{ requestMilli: 320 }] });
  });

  it('of a container that a pod lacks fail the metric today, and were nothing by 1.24', () => {
    const pods = [podOf(), podOf({ name: 'web-1', cpu: { other: 100 } })];
    const reading: MetricReading = {
      kind: 'usage',
      pods: [usageOf('web-0', { app: 200 }), usageOf('web-1', { app: 100, other: 1 })],
    };
    expect(replicasOf(containerUtilization('app', 100), reading, pods)).toBe(
      'container app not found in Pod web-1',
    );
    // 300m of 100m + 0 for 2 pods.
    expect(replicasOf(containerUtilization('app', 100), reading, pods, RULES_OF_1_24)).toBe(6);
  });
});

describe('a metric of one container', () => {
  it('sees the load that an idle sidecar hides', () => {
    const pods = podsOf(2, { cpu: { app: 100, proxy: 900 } });
    const reading: MetricReading = {
      kind: 'usage',
      pods: pods.map(({ name }) => usageOf(name, { app: 100, proxy: 90 })),
    };
    // 190m of 1000m is 19 %: half the target of 50 % and less. The app alone is at 100 %.
    expect(replicasOf(cpuUtilization(50), reading, pods)).toBe(1);
    expect(replicasOf(containerUtilization('app', 50), reading, pods)).toBe(4);
  });

  it('takes a pod measured without the container for missing today; by 1.24 the metric fails', () => {
    const reading: MetricReading = {
      kind: 'usage',
      pods: [usageOf('web-0', { app: 200 }), usageOf('web-1', { proxy: 10 })],
    };
    const asked = [containerUtilization('app', 100), reading, podsOf(2)] as const;
    // 200 % over one pod, 100 % over both.
    expect(outcome(...asked)).toMatchObject({
      replicas: 2,
      pods: [{ group: 'ready' }, { group: 'missing', why: 'container-not-measured' }],
    });
    expect(replicasOf(...asked, RULES_OF_1_24)).toBe('container app not present in metrics for pod web-1');
  });

  it('takes a pod whose container has no such resource for missing', () => {
    const [other] = [{ ...usageOf('web-1', {}), containers: [{ name: 'app', usage: { memory: 1 } }] }];
    const reading: MetricReading = { kind: 'usage', pods: [usageOf('web-0', { app: 50 }), other] };
    expect(outcome(containerUtilization('app', 100), reading, podsOf(2), RULES_OF_1_24)).toMatchObject({
      pods: [{}, { group: 'missing', why: 'resource-not-measured' }],
    });
  });

  it('fails if no pod has the container, so that the target does not shrink', () => {
    const found = replicasOf(containerUtilization('typo', 50), cpuUse(10, 10), podsOf(2));
    expect(found).toBe('container typo not found in Pod web-0');
    const target = { type: 'AverageValue', averageValue: '1' };
    const average: MetricSpec = {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'typo', target },
    };
    expect(replicasOf(average, cpuUse(10, 10), podsOf(2))).toMatch(
      'did not receive metrics for targeted pods',
    );
  });
});

describe('an average value', () => {
  const perPod: MetricSpec = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } },
  };

  it('is the mean without its fraction, and needs no requests', () => {
    // (151 + 150) / 2 = 150.5, so 150; 1.5 * 2 = 3.
    const pods = podsOf(2, { cpu: { app: undefined } });
    expect(outcome(perPod, cpuUse(151, 150), pods)).toMatchObject({
      replicas: 3,
      current: { averageValueMilli: 150 },
    });
  });

  it('lets missing pods use the target on the way down', () => {
    // 2 of 4 use 10m: (10 + 10 + 100 + 100) / 4 = 55, so 2.2 of 4 pods.
    expect(outcome(perPod, cpuUse(10, 10), podsOf(4))).toMatchObject({
      replicas: 3,
      filledRatio: 0.55,
      pods: [{}, {}, { filled: { milli: 100, as: 'target' } }, {}],
    });
  });

  it('counts before a utilization if both are stated', () => {
    const target = { type: 'Utilization', averageUtilization: 1, averageValue: '100m' };
    expect(replicasOf({ type: 'Resource', resource: { name: 'cpu', target } }, cpuUse(100), podsOf(1))).toBe(
      1,
    );
  });
});

describe('a value that is not of pods', () => {
  const total = (...units: number[]): MetricReading => ({
    kind: 'totals',
    valuesMilli: units.map((each) => each * 1000),
  });
  const share: MetricSpec = {
    type: 'Object',
    object: {
      describedObject: { kind: 'Ingress', name: 'web' },
      metric: { name: 'requests' },
      target: { type: 'AverageValue', averageValue: '10' },
    },
  };

  it('multiplies the pods that run and are ready', () => {
    const pods = [
      ...podsOf(2),
      podOf({ name: 'web-2', ready: 'False' }),
      podOf({ name: 'web-3', phase: 'Pending' }),
    ];
    // All series of an external metric are added up: 30 by 20 is 1.5, times 2.
    expect(outcome(externalValue('20'), total(10, 20), pods)).toMatchObject({
      replicas: 3,
      ratio: 1.5,
      multipliedBy: 2,
      current: { valueMilli: 30_000 },
    });
  });

  it('starts as many pods as the ratio says from zero, without a tolerance', () => {
    const none = { specReplicas: 0, statusReplicas: 0 };
    expect(replicasOf(externalValue('20'), total(50), [], RULES_OF_TODAY, none)).toBe(3);
    expect(replicasOf(externalValue('20'), total(1), [], RULES_OF_TODAY, none)).toBe(1);
    expect(replicasOf(externalValue('20'), total(0), [], RULES_OF_TODAY, none)).toBe(0);
    expect(replicasOf(share, total(25), [], RULES_OF_TODAY, none)).toBe(3);
    expect(replicasOf(share, total(0), [], RULES_OF_TODAY, none)).toBe(0);
  });

  it('is shared by the pods if the target is an average', () => {
    // 45 by 10 for each is 4.5 shares; over 4 pods the ratio is 1.125, over 5 it is 0.9 and tolerated.
    expect(outcome(share, total(45), podsOf(4))).toMatchObject({
      replicas: 5,
      current: { averageValueMilli: 11_250 },
    });
    expect(replicasOf(share, total(45), podsOf(5))).toBe(5);
  });

  it('never asks for more than 2^31 - 1 pods, nor for fewer than none', () => {
    const most = milliAmounts({ cpu: '1e900' }).cpu ?? 0;
    expect(replicasOf(cpuUtilization(1), cpuUse(most, most), podsOf(2))).toBe(2147483647);
    expect(replicasOf(cpuUtilization(100), cpuUse(-most, -most), podsOf(2))).toBe(0);
    expect(replicasOf(externalValue('1m'), total(1e15), podsOf(3))).toBe(2147483647);
    expect(replicasOf(externalValue('1'), total(-5), podsOf(3))).toBe(0);
  });
});

describe('a metric that cannot be worked with', () => {
  const pods = podsOf(1);
  it.each<[string, MetricSpec, MetricReading, string]>([
    ['unknown type', { type: 'Weather' }, cpuUse(1), 'unknown metric source type "Weather"'],
    ['no source', { type: 'Pods' }, cpuUse(1), 'invalid metric source: the source of the metric is not set'],
    [
      'no target',
      { type: 'Resource', resource: { name: 'cpu' } },
      cpuUse(1),
      'invalid metric source: no target that fits the type of the metric was set',
    ],
    [
      'target zero',
      externalValue('0'),
      { kind: 'totals', valuesMilli: [1] },
      'invalid metric source: the target 0 is not a positive quantity',
    ],
    [
      'target that is no quantity',
      externalValue('many'),
      { kind: 'totals', valuesMilli: [1] },
      'invalid metric source: the target many is not a positive quantity',
    ],
    ['nothing measured', cpuUtilization(50), cpuUse(), 'no metrics returned from resource metrics API'],
    [
      'no series',
      externalValue('1'),
      { kind: 'totals', valuesMilli: [] },
      'no metrics returned from external metrics API',
    ],
    ['API gone', cpuUtilization(50), { kind: 'failed', error: 'connection refused' }, 'connection refused'],
  ])('says why: %s', (_, spec, reading, text) => {
    expect(replicasOf(spec, reading, pods)).toBe(text);
  });

  it('is not fooled by a resource whose name every object knows', () => {
    const spec: MetricSpec = {
      type: 'Resource',
      resource: { name: 'constructor', target: { type: 'Utilization', averageUtilization: 50 } },
    };
    const containers = [{ name: 'app', usage: milliAmounts({ cpu: '1' }) }];
    const reading: MetricReading = {
      kind: 'usage',
      pods: [{ pod: 'web-0', atMs: NOW_MS, windowMs: 30_000, containers }],
    };
    expect(replicasOf(spec, reading, pods)).toMatch('missing request for constructor');
    const average = {
      type: 'Resource',
      resource: { name: 'constructor', target: { type: '', averageValue: '1' } },
    };
    expect(replicasOf(average, reading, pods)).toMatch('did not receive metrics');
  });

  it('says so if there are no pods, or only unready ones', () => {
    expect(replicasOf(cpuUtilization(50), cpuUse(1), [])).toMatch('no pods returned by selector');
    const pending = podsOf(1, { phase: 'Pending' });
    expect(replicasOf(cpuUtilization(50), cpuUse(1), pending)).toMatch('did not receive metrics');
    const zero = podsOf(1, { cpu: { app: 0 } });
    expect(replicasOf(cpuUtilization(50), cpuUse(1), zero)).toMatch('matched known pods');
  });
});
