import { evaluate } from '@/server/horizontal/evaluation';
import type { HorizontalInput, PodUsage } from '@/server/horizontal/input';
import { milliAmounts } from '@/server/horizontal/milli-amounts';
import { scaledPod } from '@/server/horizontal/scaled-pod';
import { KUBERNETES_DEFAULTS } from '@/server/horizontal/settings';
import type { MetricSpec } from '@/server/kube/types';
import { type Bench, leastOf, secondsOf } from './bench';

const HPAS = 200;
const PODS_PER_HPA = 10;
const ROUNDS = 40;
const NOW_MS = Date.UTC(2026, 7, 1, 12);
const HOUR_MS = 3_600_000;

const TARGET = { type: 'Utilization', averageUtilization: 60 };
const METRICS: MetricSpec[] = [
  { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'app', target: TARGET } },
  { type: 'Resource', resource: { name: 'memory', target: TARGET } },
];

function pod(name: string) {
  const container = (each: string, cpu: string, memory: string) => ({
    name: each,
    resources: { requests: { cpu, memory } },
  });
  return scaledPod({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [container('app', '250m', '256Mi'), container('proxy', '100m', '128Mi')] },
    status: {
      phase: 'Running',
      startTime: new Date(NOW_MS - HOUR_MS).toISOString(),
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-08-01T11:00:10Z' }],
    },
  });
}

/** An HPA with a behaviour, a past of five minutes and ten pods, one of them not measured. */
function input(hpa: number): HorizontalInput {
  const pods = Array.from({ length: PODS_PER_HPA }, (_, index) => pod(`web-${hpa}-${index}`));
  const usage = pods.slice(1).map(
    ({ name }, index): PodUsage => ({
      pod: name,
      atMs: NOW_MS,
      windowMs: 30_000,
      containers: [
        {
          name: 'app',
          usage: milliAmounts({ cpu: `${100 + ((hpa * 7 + index * 31) % 150)}m`, memory: '200M' }),
        },
        { name: 'proxy', usage: milliAmounts({ cpu: '20m', memory: '50M' }) },
      ],
    }),
  );
  const reading = { kind: 'usage', pods: usage } as const;
  const past = Array.from({ length: 20 }, (_, index) => ({
    atMs: NOW_MS - 15_000 * (20 - index),
    replicas: 8 + (index % 4),
  }));
  return {
    nowMs: NOW_MS,
    hpa: {
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: `web-${hpa}` },
        minReplicas: 2,
        maxReplicas: 30,
        metrics: METRICS,
        behavior: { scaleUp: { stabilizationWindowSeconds: 60 } },
      },
    },
    scale: { specReplicas: PODS_PER_HPA, statusReplicas: PODS_PER_HPA },
    selected: { kind: 'pods', pods },
    readings: [reading, reading],
    past: { recommendations: past, added: [], removed: [] },
    settings: KUBERNETES_DEFAULTS,
  };
}

/** Evaluations of HPAs with two metrics and ten pods each, whose pods and metrics were read before. */
export const horizontalBench: Bench = {
  name: 'horizontal',
  run() {
    const inputs = Array.from({ length: HPAS }, (_, index) => input(index));
    const seconds = leastOf(ROUNDS, () =>
      secondsOf(() => {
        for (const each of inputs)
          if (evaluate(each).course.kind !== 'metrics') throw new Error('an HPA was not evaluated');
      }),
    );
    return [{ name: 'horizontal', value: HPAS / seconds, unit: 'evaluations/s' }];
  },
};
