import { wallClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import { evaluate } from '@/server/horizontal/evaluation';
import type { HorizontalInput, PodUsage } from '@/server/horizontal/input';
import { milliAmounts } from '@/server/horizontal/milli-amounts';
import { scaledPod } from '@/server/horizontal/scaled-pod';
import { KUBERNETES_DEFAULTS } from '@/server/horizontal/settings';
import type { MetricSpec } from '@/server/kube/types';
import { PodUsageReader, type PodUsages } from '@/server/scaler/pod-usages';
import { Scaler } from '@/server/scaler/scaler';
import { contextOver } from '../tests/support/role-context';
import { type Bench, type Figure, leastOf, secondsOf } from './bench';
import { ScaleCluster } from './scale-cluster';

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
function evaluations(): Figure {
  const inputs = Array.from({ length: HPAS }, (_, index) => input(index));
  const seconds = leastOf(ROUNDS, () =>
    secondsOf(() => {
      for (const each of inputs)
        if (evaluate(each).course.kind !== 'metrics') throw new Error('an HPA was not evaluated');
    }),
  );
  return { name: 'horizontal', value: HPAS / seconds, unit: 'evaluations/s' };
}

const CLUSTER_HPAS = 5_000;
const NAMESPACES = 500;
const SYNCS = 5;

/** Syncs of a large cluster whose pods and HPAs are cached: with the use of pods at hand, and with reading it. */
async function syncs(): Promise<Figure[]> {
  const cluster = await ScaleCluster.start(CLUSTER_HPAS, NAMESPACES, PODS_PER_HPA);
  const context = contextOver(cluster.client(), defaultConfig(), wallClock);
  const reader = new PodUsageReader(context.client, wallClock);
  let atHand: Promise<PodUsages> | undefined;
  let isRead = false;
  const usages = {
    read: (namespaces: ReadonlySet<string>) => {
      if (isRead) return reader.read(namespaces);
      atHand ??= reader.read(namespaces);
      return atHand;
    },
  };
  const scaler = new Scaler(context, { recorder: { record: () => {} }, isStopped: () => false, usages });
  try {
    await scaler.follow();
    for (const { spec } of context.caches.horizontalPodAutoscalers.list()) spec.metrics = METRICS;
    await scaler.sync();
    const evaluated = [...scaler.known.values()].filter(
      ({ evaluation }) => evaluation?.course.kind === 'metrics',
    );
    if (evaluated.length !== CLUSTER_HPAS) throw new Error(`${evaluated.length} HPAs were evaluated`);
    const least = async () => {
      let seconds = Number.POSITIVE_INFINITY;
      for (let sync = 0; sync < SYNCS; sync++) {
        const started = performance.now();
        await scaler.sync();
        seconds = Math.min(seconds, (performance.now() - started) / 1000);
      }
      return seconds;
    };
    const cached = await least();
    isRead = true;
    const whole = await least();
    return [
      { name: 'horizontal-sync', value: cached, unit: 's', reach: '≤ 1, 5,000 HPAs and 50,000 pods' },
      { name: 'horizontal-sync-reading-metrics', value: whole, unit: 's' },
    ];
  } finally {
    await scaler.stop();
    await context.caches.stop();
    await context.client.close();
    await cluster.stop();
  }
}

export const horizontalBench: Bench = {
  name: 'horizontal',
  run: async () => [evaluations(), ...(await syncs())],
};
