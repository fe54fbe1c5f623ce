import { describe, expect, it } from 'vitest';
import { NOW_MS } from '@/tests/support/hpa-evaluation';
import type { HpaBehavior } from '../../objects/types';
import { firstPast, type HpaPast, withRecommendation, withScaling } from './past';
import { RULES_OF_1_24, RULES_OF_TODAY, type ScalingBehavior } from './rules';
import { KUBERNETES_DEFAULTS } from './settings';
import { reachOf, type Settled, settleReplicas } from './settling';

const EMPTY: HpaPast = { recommendations: [], added: [], removed: [] };
const BOUNDS = { min: 1, max: 100 };

const ago = (seconds: number, replicas: number) => ({ atMs: NOW_MS - seconds * 1000, replicas });

function settled(
  current: number,
  proposed: number,
  {
    behavior,
    past = {},
    bounds = BOUNDS,
    rules = RULES_OF_TODAY,
  }: {
    behavior?: HpaBehavior;
    past?: Partial<HpaPast>;
    bounds?: typeof BOUNDS;
    rules?: ScalingBehavior;
  } = {},
): Settled {
  const settings = { ...KUBERNETES_DEFAULTS, rules };
  return settleReplicas({
    current,
    proposed,
    bounds,
    behavior,
    past: { ...EMPTY, ...past },
    settings,
    nowMs: NOW_MS,
  });
}

describe('an HPA without behaviour', () => {
  it('shrinks to the highest recommendation of five minutes, also to one of exactly that age', () => {
    const past = { recommendations: [ago(301, 9), ago(300, 7), ago(10, 5)] };
    expect(settled(10, 2, { past })).toMatchObject({
      replicas: 7,
      stabilized: { proposed: 2, held: { direction: 'down', by: ago(300, 7) } },
    });
  });

  it('grows to twice its replicas at most, or to four', () => {
    expect(settled(10, 50)).toMatchObject({ replicas: 20, limited: { reason: 'ScaleUpLimit' } });
    expect(settled(1, 50)).toMatchObject({ replicas: 4, limited: { reason: 'ScaleUpLimit' } });
  });

  it('stays within its bounds, and says which one it met', () => {
    const bounds = { min: 3, max: 12 };
    expect(settled(10, 50, { bounds })).toMatchObject({
      replicas: 12,
      limited: { reason: 'TooManyReplicas' },
    });
    expect(settled(10, 1, { bounds })).toMatchObject({ replicas: 3, limited: { reason: 'TooFewReplicas' } });
    expect(settled(10, 12, { bounds })).toMatchObject({
      replicas: 12,
      limited: { reason: 'DesiredWithinRange' },
    });
  });
});

describe('stabilization with behaviour', () => {
  const behavior: HpaBehavior = {
    scaleUp: {
      stabilizationWindowSeconds: 60,
      policies: [{ type: 'Percent', value: 900, periodSeconds: 15 }],
    },
    scaleDown: { stabilizationWindowSeconds: 120 },
  };

  it('grows to the lowest recommendation of the window for scaling up', () => {
    const past = { recommendations: [ago(61, 11), ago(59, 14), ago(30, 18)] };
    expect(settled(10, 20, { behavior, past })).toMatchObject({
      replicas: 14,
      stabilized: { held: { direction: 'up', by: ago(59, 14) } },
    });
  });

  it('shrinks to the highest recommendation of the window for scaling down', () => {
    const past = { recommendations: [ago(121, 9), ago(119, 6), ago(30, 5)] };
    expect(settled(10, 2, { behavior, past })).toMatchObject({
      replicas: 6,
      stabilized: { held: { direction: 'down', by: ago(119, 6) } },
    });
  });

  it('stays if one window says to grow no further and the other to shrink no further', () => {
    const past = { recommendations: [ago(30, 4)] };
    expect(settled(10, 20, { behavior, past }).replicas).toBe(10);
  });

  it('takes five minutes for scaling down, and none for scaling up, where nothing is stated', () => {
    const past = { recommendations: [ago(301, 9), ago(299, 8), ago(1, 3)] };
    expect(settled(10, 2, { behavior: {}, past }).replicas).toBe(8);
    expect(settled(10, 12, { behavior: {}, past }).replicas).toBe(12);
  });
});

describe('rates', () => {
  const at = (policies: { type: 'Pods' | 'Percent'; value: number }[], selectPolicy?: 'Max' | 'Min') => ({
    stabilizationWindowSeconds: 0,
    selectPolicy,
    policies: policies.map((policy) => ({ ...policy, periodSeconds: 60 })),
  });
  const two = [
    { type: 'Pods', value: 2 },
    { type: 'Percent', value: 50 },
  ] as const;

  it('are the biggest change that a policy allows, or with Min the smallest', () => {
    // From 10: 2 pods or 50 %.
    const up = (select?: 'Min') => ({ scaleUp: at([...two], select) });
    const down = (select?: 'Min') => ({ scaleDown: at([...two], select) });
    expect(settled(10, 50, { behavior: up() }).replicas).toBe(15);
    expect(settled(10, 50, { behavior: up('Min') }).replicas).toBe(12);
    expect(settled(10, 1, { behavior: down() }).replicas).toBe(5);
    expect(settled(10, 1, { behavior: down('Min') }).replicas).toBe(8);
  });

  it('round percentages so that more is added and more is removed', () => {
    // 3 + 10 % is 3.3, so 4; 3 - 10 % is 2.7, so 2.
    const tenth = at([{ type: 'Percent', value: 10 }]);
    expect(settled(3, 50, { behavior: { scaleUp: tenth } }).replicas).toBe(4);
    expect(settled(3, 1, { behavior: { scaleDown: tenth } }).replicas).toBe(2);
  });

  it('count from the replicas at the start of the period', () => {
    // 10 now, 3 added in the last minute: started at 7, so 9 at most, but never less than now.
    const behavior = { scaleUp: at([{ type: 'Pods', value: 2 }]) };
    const past = { added: [ago(60, 5), ago(59, 3)] };
    expect(settled(10, 50, { behavior, past })).toMatchObject({
      replicas: 10,
      limited: { reason: 'ScaleUpLimit', rate: { policies: [{ start: 7, replicas: 9 }] } },
    });
  });

  it('count pods removed in the period too, by today’s rules', () => {
    // 10 now, 3 added and 4 removed: started at 11, so 13 at most. By 1.24: started at 7, so stays.
    const behavior = { scaleUp: at([{ type: 'Pods', value: 2 }]) };
    const past = { added: [ago(30, 3)], removed: [ago(20, 4)] };
    expect(settled(10, 50, { behavior, past }).replicas).toBe(13);
    expect(settled(10, 50, { behavior, past, rules: RULES_OF_1_24 }).replicas).toBe(10);
  });

  it('of the default are four pods or double, and down to any number', () => {
    expect(settled(2, 50, { behavior: {} }).replicas).toBe(6);
    expect(settled(10, 50, { behavior: {} }).replicas).toBe(20);
    expect(settled(10, 1, { behavior: {} }).replicas).toBe(1);
  });

  it('are nothing for a direction that is disabled', () => {
    const behavior: HpaBehavior = { scaleDown: { selectPolicy: 'Disabled', stabilizationWindowSeconds: 0 } };
    expect(settled(10, 1, { behavior })).toMatchObject({
      replicas: 10,
      limited: { reason: 'ScaleDownLimit' },
    });
    expect(settled(10, 12, { behavior }).replicas).toBe(12);
  });

  it('keep a percentage from starting anything from zero', () => {
    const behavior = { scaleUp: at([{ type: 'Percent', value: 100 }]) };
    expect(settled(0, 5, { behavior, bounds: { min: 0, max: 10 } }).replicas).toBe(0);
  });
});

describe('the past of an HPA', () => {
  const behavior: HpaBehavior = {
    scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 90 }] },
    scaleDown: { stabilizationWindowSeconds: 60, policies: [{ type: 'Pods', value: 1, periodSeconds: 30 }] },
  };
  const reach = reachOf(behavior, KUBERNETES_DEFAULTS);

  it('begins with the present size', () => {
    expect(firstPast(7, NOW_MS).recommendations).toEqual([ago(0, 7)]);
  });

  it('keeps recommendations and scalings as long as its longest windows', () => {
    const past = {
      recommendations: [ago(61, 1), ago(60, 2)],
      added: [ago(90, 1), ago(89, 2)],
      removed: [ago(91, 3)],
    };
    expect(withRecommendation(past, 5, NOW_MS, reach).recommendations).toEqual([ago(60, 2), ago(0, 5)]);
    expect(withScaling(past, { from: 5, to: 8 }, NOW_MS, reach)).toMatchObject({
      added: [ago(89, 2), ago(0, 3)],
      removed: [],
    });
    expect(withScaling(past, { from: 5, to: 4 }, NOW_MS, reach).removed).toEqual([ago(0, 1)]);
  });

  it('does not grow with the number of evaluations', () => {
    let past = firstPast(1, NOW_MS);
    for (let round = 0; round < 1000; round++) {
      const nowMs = NOW_MS + round * 15_000;
      past = withRecommendation(past, round, nowMs, reach);
      past = withScaling(past, { from: round, to: round + 1 }, nowMs, reach);
    }
    expect(past.recommendations).toHaveLength(5);
    expect(past.added).toHaveLength(6);
  });
});
