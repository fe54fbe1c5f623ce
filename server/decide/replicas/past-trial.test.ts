import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import { type PastPoint, pastTrial } from './past-trial';
import { KUBERNETES_DEFAULTS } from './settings';

type Spec = HorizontalPodAutoscaler['spec'];

const MINUTE_MS = 60_000;
const onCpu = (averageUtilization: number) => [
  {
    type: 'Resource' as const,
    resource: { name: 'cpu', target: { type: 'Utilization' as const, averageUtilization } },
  },
];
const rules = (minReplicas: number, maxReplicas: number, percent = 50): Spec => ({
  scaleTargetRef: { kind: 'Deployment', name: 'web' },
  minReplicas,
  maxReplicas,
  metrics: onCpu(percent),
});
/** A minute apart, the replicas and how much of its target the CPU was. */
const points = (...seen: readonly (readonly [replicas: number, ratio?: number])[]): PastPoint[] =>
  seen.map(([replicas, ratio], index) => ({
    atMs: index * MINUTE_MS,
    replicas,
    metrics: [ratio === undefined ? {} : { ratio }],
  }));
const tried = (seen: readonly PastPoint[], now: Spec, after: Spec) =>
  pastTrial(seen, [now, after], KUBERNETES_DEFAULTS);

describe('the past of an HPA under other rules', () => {
  it('is short where a lower maximum allows fewer than the metrics ask for', () => {
    const found = tried(points([4, 1], [4, 1.5], [6, 1], [6, 1]), rules(1, 10), rules(1, 4));
    expect(found).toMatchObject({ fromMs: 0, toMs: 3 * MINUTE_MS, unmeasured: [] });
    expect(found?.now).toEqual({ replicas: 16 / 3, most: 6, short: 0 });
    expect(found?.after.short).toBeCloseTo(2 / 3);
    expect(found?.after).toMatchObject({ replicas: 4, most: 4 });
  });

  it('runs twice as many at half the target', () => {
    const { after } = tried(points([4, 1], [4, 1]), rules(1, 20, 80), rules(1, 20, 40)) ?? {};
    expect(after).toEqual({ replicas: 8, most: 8, short: 0 });
  });

  it('goes down once the window of stabilization has passed, not before', () => {
    const seen = points(...Array.from({ length: 11 }, () => [4, 0.25] as const));
    const quick = { ...rules(1, 10), behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } };
    const { now, after } = tried(seen, rules(1, 10), quick) ?? {};
    expect([now?.replicas, after?.replicas]).toEqual([1, 1]);
    const busyFirst = [...points([4, 1]), ...seen.map((one) => ({ ...one, atMs: one.atMs + MINUTE_MS }))];
    const slow = tried(busyFirst, rules(1, 10), quick);
    expect(slow?.now.replicas).toBeGreaterThan(slow?.after.replicas ?? Number.NaN);
  });

  it('never scales in a direction that is disabled', () => {
    const fixed: Spec = { ...rules(1, 10), behavior: { scaleUp: { selectPolicy: 'Disabled' } } };
    const { after } = tried(points([2, 1], [2, 2]), rules(1, 10), fixed) ?? {};
    expect(after?.most).toBe(2);
  });

  it('does not count a metric that nobody measured, and names it', () => {
    const memory = {
      type: 'Resource' as const,
      resource: { name: 'memory', target: { type: 'Utilization' as const, averageUtilization: 60 } },
    };
    const found = tried(points([3, 1], [3, 1]), rules(1, 9), { ...rules(1, 9), metrics: [memory] });
    expect(found?.unmeasured).toEqual(['memory resource utilization (percentage of request)']);
    expect(found?.after.replicas).toBe(3);
  });

  it.each([
    ['nothing was seen', points()],
    ['one point was seen', points([3, 1])],
    ['no metric was read', points([3], [3])],
  ])('is not known where %s', (_, seen) => {
    expect(tried(seen, rules(1, 9), rules(1, 3))).toBeUndefined();
  });

  it('stays within the bounds, and is no shorter with a higher maximum', () => {
    const seen = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0, max: 5, noNaN: true })),
      {
        minLength: 2,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(
        seen,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        (some, most, more) => {
          const found = tried(points(...some), rules(1, most), rules(1, most + more));
          if (!found) return;
          expect(found.now.most).toBeLessThanOrEqual(most);
          expect(found.after.most).toBeLessThanOrEqual(most + more);
          for (const { short } of [found.now, found.after]) expect(short >= 0 && short <= 1).toBe(true);
        },
      ),
    );
  });
});
