import { describe, expect, it } from 'vitest';
import {
  containerUtilization,
  cpuUtilization,
  inputOf,
  NOW_MS,
  podsOf,
  usageOf,
} from '@/tests/support/hpa-evaluation';
import type { MetricSpec } from '../../objects/types';
import { evaluate } from './evaluation';
import { type HiddenLoad, hiddenLoads } from './hidden-load';

interface Shape {
  /** Millicores that each pod uses, and its containers request; `limit` is of `app`. */
  app: number;
  proxy?: number;
  limit?: string;
  appRequest?: string;
  proxyRequest?: string;
  metrics?: MetricSpec[];
  maxReplicas?: number;
  phase?: 'Running' | 'Pending';
}

/** Two pods with `app`, 400m, beside `proxy`, 1600m. */
function hiddenIn({ app, proxy = 40, phase = 'Running', ...shape }: Shape): HiddenLoad[] {
  const { limit, appRequest = '400m', proxyRequest = '1600m', maxReplicas = 10 } = shape;
  const { metrics = [cpuUtilization(60)] } = shape;
  const pods = podsOf(2, {
    phase,
    spec: {
      containers: [
        {
          name: 'app',
          resources: { requests: { cpu: appRequest }, ...(limit && { limits: { cpu: limit } }) },
        },
        { name: 'proxy', resources: { requests: { cpu: proxyRequest } } },
      ],
    },
  });
  const usages = pods.map(({ name }) => usageOf(name, { app, proxy }));
  const input = inputOf({
    pods,
    metrics,
    readings: metrics.map(() => ({ kind: 'usage', pods: usages })),
    minReplicas: 2,
    maxReplicas,
  });
  const evaluation = evaluate({ ...input, nowMs: NOW_MS });
  return hiddenLoads(input.hpa, evaluation, pods, new Map(usages.map((each) => [each.pod, each])));
}

describe('a container that its HPA does not see', () => {
  it('is full of what it may use, while the sum over its pod is small', () => {
    expect(hiddenIn({ app: 400, limit: '400m' })).toEqual([
      {
        resource: 'cpu',
        container: 'app',
        usedMilli: 400,
        requestMilli: 400,
        limitMilli: 400,
        pod: { usedMilli: 440, requestMilli: 2000 },
        targetPercent: 60,
        podPercent: 22,
        containerPercent: 100,
        replicas: 2,
        wanted: 4,
        metric: containerUtilization('app', 60),
      },
    ]);
  });

  it.each<[string, Shape, number]>([
    ['is at its request, without a limit', { app: 390 }, 1],
    ['has room below its request', { app: 370 }, 0],
    ['has room below its limit, and is above its request', { app: 500, limit: '1' }, 1],
    ['is at a limit below its request, above the target', { app: 300, limit: '300m' }, 1],
    ['is at a limit that is within the target', { app: 200, limit: '200m' }, 0],
    ['is seen, since the pod is above the target too', { app: 400, proxy: 1500 }, 0],
    [
      'is measured by itself',
      { app: 400, metrics: [cpuUtilization(200), containerUtilization('app', 200)] },
      0,
    ],
    ['belongs to an HPA at its maximum', { app: 400, maxReplicas: 2 }, 0],
    ['has no request', { app: 400, appRequest: '0' }, 0],
    ['does not run yet', { app: 400, phase: 'Pending' }, 0],
  ])('%s', (_case, shape, count) => {
    expect(hiddenIn(shape)).toHaveLength(count);
  });
});
