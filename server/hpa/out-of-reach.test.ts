import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../decide/replicas/evaluation';
import { hasLasted, outOfReach, outOfReachSince, outOfReachText } from './out-of-reach';

const MINUTE_MS = 60_000;
const HPA = { metadata: { namespace: 'shop', name: 'web' } };
const SPEC = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
} as const;

/** An HPA with so many replicas whose metrics ask for others, held by a bound for this reason. */
function evaluated(
  current: number,
  proposed: number,
  reason: string,
  ratio = proposed / current,
): Evaluation {
  return {
    currentReplicas: current,
    desiredReplicas: current,
    metrics: [{ spec: SPEC, outcome: { kind: 'proposed', replicas: proposed, ratio } }],
    course: {
      kind: 'metrics',
      combined: { kind: 'chosen', replicas: proposed, metric: 0 },
      settled: { limited: { reason }, stabilized: {} },
    },
  } as unknown as Evaluation;
}

describe('what an HPA cannot do', () => {
  it('is told with the number that would do and its command', () => {
    const full = evaluated(5, 8, 'TooManyReplicas', 1.54);
    expect(outOfReach(full)).toBe('hpa-at-maximum');
    expect(outOfReachText('hpa-at-maximum', HPA, full)).toBe(
      '5 of 5 replicas run, cpu of the pods at 154 % of its target; 8 would do: ' +
        `\`kubectl -n shop patch hpa web --type merge -p '{"spec":{"maxReplicas":8}}'\`.`,
    );
    const idle = evaluated(6, 1, 'TooFewReplicas');
    expect(outOfReach(idle)).toBe('hpa-minimum-idle');
    expect(outOfReachText('hpa-minimum-idle', HPA, idle)).toMatch(/; 1 would do: .+"minReplicas":1/);
  });

  it.each([
    ['all is within its bounds', evaluated(5, 5, 'DesiredWithinRange')],
    ['a few less would do than the minimum', evaluated(5, 4, 'TooFewReplicas')],
    ['the rate holds it back', evaluated(5, 8, 'ScaleUpLimit')],
    ['its target has no replicas', { ...evaluated(1, 1, ''), course: { kind: 'disabled' } } as Evaluation],
  ])('is nothing where %s', (_, evaluation) => {
    expect(outOfReach(evaluation)).toBeUndefined();
  });

  it('counts once it has lasted without a break', () => {
    const full = evaluated(5, 8, 'TooManyReplicas');
    const first = outOfReachSince(undefined, full, 0);
    const later = outOfReachSince(first, full, 9 * MINUTE_MS);
    expect([later?.sinceMs, later && hasLasted(later, 9 * MINUTE_MS)]).toEqual([0, false]);
    expect(later && hasLasted(later, 10 * MINUTE_MS)).toBe(true);
    const broken = outOfReachSince(later, evaluated(5, 5, 'DesiredWithinRange'), 11 * MINUTE_MS);
    expect(broken).toBeUndefined();
    expect(outOfReachSince(broken, full, 12 * MINUTE_MS)?.sinceMs).toBe(12 * MINUTE_MS);
    expect(outOfReachSince(later, undefined, 13 * MINUTE_MS)).toBeUndefined();
  });
});
