import { describe, expect, it } from 'vitest';
import type { PodPlan } from '@/server/updater/plan/plan-types';
import { decisionCounts, groupPods } from './groups';

const pod = (name: string, change: Partial<PodPlan> = {}): PodPlan => ({
  name,
  uid: name,
  decision: 'leave',
  reasons: [{ code: 'mode-off' }],
  priority: { outsideRecommendedRange: false, scaleUp: false, resourceDiff: 0 },
  changes: [],
  awaits: [],
  ...change,
});
const wait = (name: string, notBeforeMs?: number) =>
  pod(name, { decision: 'wait', reasons: [{ code: 'no-controller' }], notBeforeMs });
describe('the plan as shown', () => {
  it('puts pods that fare alike together, what acts first', () => {
    const groups = groupPods([pod('a'), wait('b', 50), wait('c', 20), pod('d', { decision: 'evict' })]);
    expect(
      groups.map((group) => [group.decision, group.pods.map((one) => one.name), group.notBeforeMs]),
    ).toEqual([
      ['evict', ['d'], undefined],
      ['wait', ['b', 'c'], 20],
      ['leave', ['a'], undefined],
    ]);
  });

  it('counts decisions', () => {
    expect(decisionCounts([pod('a'), wait('b'), wait('c')])).toEqual({
      evict: 0,
      resize: 0,
      wait: 2,
      leave: 1,
    });
  });
});
