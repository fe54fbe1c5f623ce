import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containerUtilization,
  cpuUtilization,
  externalValue,
  NOW_MS,
  podOf,
  podsOf,
} from '@/tests/support/hpa-evaluation';
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from '../../objects/types';
import { type ForecastQuestion, forecast } from './forecast';

interface Shape {
  metrics?: MetricSpec[];
  current?: MetricStatus[];
  count?: number;
  bounds?: { minReplicas?: number; maxReplicas: number };
}

function cpu(averageValue: string): MetricStatus {
  return { type: 'Resource', resource: { name: 'cpu', current: { averageValue } } };
}

function question(to: Record<string, number>, shape: Shape = {}, more: Partial<ForecastQuestion> = {}) {
  const { metrics = [cpuUtilization(70)], current = [cpu('70m')], count = 4, bounds } = shape;
  const hpa: Pick<HorizontalPodAutoscaler, 'spec' | 'status'> = {
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 20, ...bounds, metrics },
    status: { currentMetrics: current },
  };
  const requests = new Map(
    Object.entries(to).map(([name, millicores]) => [name, { cpu: millicores }] as const),
  );
  return { nowMs: NOW_MS, hpa, pods: podsOf(count, { cpu: { app: 100, log: 0 } }), requests, ...more };
}

describe('what an HPA makes of a change of requests', () => {
  it.each<[string, ForecastQuestion, object | undefined]>([
    ['half of it: twice the replicas', question({ app: 50 }), { from: 4, to: 8 }],
    ['twice of it: half the replicas', question({ app: 200 }), { from: 4, to: 2 }],
    ['within the tolerance: nothing', question({ app: 105 }), { from: 4, to: 4 }],
    ['of a container that is not there: nothing', question({ gone: 5 }), { from: 4, to: 4 }],
    [
      'nothing known, while its average is below zero, as of no pods',
      question({ app: 50 }, { current: [cpu('-9223372036854775808m')] }),
      undefined,
    ],
    [
      'what its bounds allow',
      question({ app: 10 }, { bounds: { minReplicas: 2, maxReplicas: 9 } }),
      { from: 4, to: 9 },
    ],
    [
      'nothing, if it scales on another container',
      question(
        { log: 300 },
        {
          metrics: [containerUtilization('app', 70)],
          current: [
            {
              type: 'ContainerResource',
              containerResource: { name: 'cpu', container: 'app', current: { averageValue: '70m' } },
            },
          ],
        },
      ),
      { from: 4, to: 4 },
    ],
    [
      'nothing, while another metric asks for more',
      question(
        { app: 200 },
        {
          metrics: [cpuUtilization(70), externalValue('10')],
          current: [
            cpu('70m'),
            { type: 'External', external: { metric: { name: 'queue_length' }, current: { value: '20' } } },
          ],
        },
      ),
      { from: 8, to: 8 },
    ],
    [
      'nothing, if its target is changed along',
      question({ app: 50 }, {}, { metrics: [cpuUtilization(140)] }),
      { from: 4, to: 4 },
    ],
    ['nobody knows, without a status', question({ app: 50 }, { current: [] }), undefined],
    [
      'nobody knows, without a ready pod',
      question({ app: 50 }, {}, { pods: [podOf({ ready: 'False' })] }),
      undefined,
    ],
    [
      'nobody knows, if another metric failed',
      question(
        { app: 50 },
        { metrics: [cpuUtilization(70), externalValue('10')], current: [cpu('70m'), { type: '' }] },
      ),
      undefined,
    ],
  ])('%s', (_case, asked, expected) => {
    expect(forecast(asked)).toEqual(expected);
  });

  it.each([
    ['a status that is no list', { current: 5 as never }],
    ['a status with odd entries', { current: [null, 5, {}] as never }],
    ['a use that is no amount', { current: [cpu('lots')] }],
    ['a metric that is none', { metrics: [null] as never }],
    ['a metric without a target', { metrics: [{ type: 'Resource', resource: { name: 'cpu' } }] }],
  ])('is unknown with %s', (_case, shape) => {
    expect(forecast(question({ app: 50 }, shape))).toBeUndefined();
  });

  it('is never out of its bounds, and never more for higher requests', () => {
    const amounts = fc.integer({ min: 1, max: 2000 });
    fc.assert(
      fc.property(
        amounts,
        amounts,
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 20 }),
        (a, b, use, count) => {
          const shape = { current: [cpu(`${use}m`)], count, bounds: { minReplicas: 2, maxReplicas: 12 } };
          const [low, high] = [Math.min(a, b), Math.max(a, b)].map((app) =>
            forecast(question({ app }, shape)),
          );
          for (const one of [low, high]) {
            expect(one?.to).toBeGreaterThanOrEqual(2);
            expect(one?.to).toBeLessThanOrEqual(12);
          }
          expect(high?.to ?? 0).toBeLessThanOrEqual(low?.to ?? 0);
        },
      ),
    );
  });
});
