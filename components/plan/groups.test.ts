import { describe, expect, it } from 'vitest';
import type { PodPlan, VpaPlan } from '@/server/updater/plan-types';
import { decisionCounts, filterPlan, groupPods } from './groups';

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
const vpa = (name: string, pods: PodPlan[]): VpaPlan => ({
  namespace: 'shop',
  name,
  updateMode: 'Recreate',
  target: { kind: 'Deployment', name },
  pods,
});

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

  it('shows VPAs that act before those that rest', () => {
    const plan = [
      vpa('rest', [pod('a')]),
      vpa('empty', []),
      vpa('waits', [wait('b')]),
      vpa('acts', [pod('c', { decision: 'evict' })]),
    ];
    expect(filterPlan(plan, { text: '', decision: '' }).map((one) => one.name)).toEqual([
      'acts',
      'waits',
      'rest',
      'empty',
    ]);
  });

  it('narrows down by decision and by name', () => {
    const plan = [vpa('web', [pod('a'), wait('b')]), vpa('cart', [pod('c')])];
    expect(
      filterPlan(plan, { text: '', decision: 'wait' }).map((one) => [one.name, one.pods.length]),
    ).toEqual([['web', 1]]);
    expect(filterPlan(plan, { text: 'CART', decision: '' }).map((one) => one.name)).toEqual(['cart']);
  });
});
