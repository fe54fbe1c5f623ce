import { describe, expect, it } from 'vitest';
import { evaluate } from '@/server/decide/replicas/evaluation';
import { judgementOf } from '@/server/decide/replicas/judgement';
import {
  containerUtilization,
  cpuUse,
  inputOf,
  NOW_MS,
  podsOf,
  usageOf,
} from '@/tests/support/hpa-evaluation';
import { whyNow } from './why-now';

type Input = Parameters<typeof inputOf>[0];

function why(parts: Input): string {
  const { min = 1, max = 20 } = { min: parts.minReplicas, max: parts.maxReplicas };
  return whyNow(judgementOf(evaluate(inputOf(parts))), { min, max });
}

const ON_APP = [containerUtilization('app', 50)];
const BUSY = cpuUse(90, 90, 90);
const IDLE = cpuUse(10, 10, 10);
const three = { pods: podsOf(3), metrics: ON_APP };

describe('why an HPA asks for its replicas', () => {
  it.each<[string, Input]>([
    [
      '3 → 6 replicas: cpu of container app is at 180 % of its target 50 %, asks for 6.',
      { ...three, readings: [BUSY] },
    ],
    [
      '3 → 4 replicas: cpu of container app is at 180 % of its target 50 %, asks for 6; the policy of 1 pod in 1 min allows 4.',
      {
        ...three,
        readings: [BUSY],
        behavior: { scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } },
      },
    ],
    [
      '3 replicas: cpu of container app is at 180 % of its target 50 %, asks for 6; scaling up is disabled.',
      { ...three, readings: [BUSY], behavior: { scaleUp: { selectPolicy: 'Disabled' } } },
    ],
    [
      '3 → 5 replicas: cpu of container app is at 180 % of its target 50 %, asks for 6; the maximum is 5.',
      { ...three, readings: [BUSY], maxReplicas: 5 },
    ],
    [
      '3 replicas: cpu of container app is at 100 % of its target 50 %, close enough to change nothing.',
      { ...three, readings: [cpuUse(50, 50, 50)] },
    ],
    [
      '3 replicas: cpu of container app is at 20 % of its target 50 %, asks for 1; scaling down waits for the highest number of its window: 3, 2 min before.',
      {
        ...three,
        readings: [IDLE],
        past: { recommendations: [{ atMs: NOW_MS - 120_000, replicas: 3 }], added: [], removed: [] },
      },
    ],
    [
      '3 → 2 replicas: cpu of container app is at 20 % of its target 50 %, asks for 1; the minimum is 2.',
      {
        ...three,
        readings: [IDLE],
        minReplicas: 2,
        past: { recommendations: [], added: [], removed: [] },
      },
    ],
    ['3 → 2 replicas: there were 3, and the maximum is 2.', { ...three, readings: [BUSY], maxReplicas: 2 }],
    ['3 → 5 replicas: there were 3, and the minimum is 5.', { ...three, readings: [BUSY], minReplicas: 5 }],
    [
      '3 replicas: no value of cpu of container app, so nothing scales.',
      { ...three, readings: [{ kind: 'failed', error: 'gone' }] },
    ],
    [
      '3 replicas: no value of cpu of container app; the rest asks for 1, and nothing scales down while a metric is missing.',
      {
        pods: podsOf(3),
        metrics: [...ON_APP, containerUtilization('app', 50)],
        readings: [{ kind: 'failed', error: 'gone' }, IDLE],
      },
    ],
    [
      '0 replicas: someone scaled the target to zero, so the HPA leaves it alone.',
      { pods: [], metrics: ON_APP, replicas: 0, readings: [BUSY] },
    ],
    [
      '3 replicas: cpu of container app is at 20 % of its target 50 % (140 % with missing pods filled in); pods without a value could turn that, so it asks for no change.',
      { ...three, readings: [{ kind: 'usage', pods: [usageOf('web-0', { app: 10 })] }] },
    ],
  ])('%s', (expected, input) => {
    expect(why(input)).toBe(expected);
  });
});
