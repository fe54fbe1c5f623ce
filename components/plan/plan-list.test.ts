import { describe, expect, it } from 'vitest';
import type { PodPlan, VpaPlan } from '@/server/updater/plan/plan-types';
import { filterPlan, type PlanFilter, reasonCounts, sortPlan } from './plan-list';

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
const vpa = (name: string, pods: PodPlan[], namespace = 'shop'): VpaPlan => ({
  namespace,
  name,
  updateMode: 'Recreate',
  target: { kind: 'Deployment', name },
  pods,
});
const PLAN = [
  vpa('rest', [pod('rest-1')]),
  vpa('empty', []),
  vpa('waits', [wait('waits-1', 50), wait('waits-2', 20), pod('waits-3')]),
  vpa('acts', [pod('acts-1', { decision: 'evict' })], 'bank'),
];

function shown(filter: Partial<PlanFilter>): string[] {
  const all = { q: '', namespace: '', vpa: '', decision: '', reason: '', when: '' };
  return filterPlan(PLAN, { ...all, ...filter }).map((one) => `${one.name} ${one.pods.length}`);
}

describe('the plan as a list', () => {
  it.each<[string, Partial<PlanFilter>, string[]]>([
    ['nothing', {}, ['rest 1', 'empty 0', 'waits 3', 'acts 1']],
    ['a namespace', { namespace: 'bank' }, ['acts 1']],
    ['a VPA', { vpa: 'waits' }, ['waits 3']],
    ['a decision', { decision: 'wait' }, ['waits 2']],
    ['a reason', { reason: 'mode-off' }, ['rest 1', 'waits 1', 'acts 1']],
    ['a stretch of time', { when: '21-50' }, ['waits 1']],
    ['words of its heading', { q: 'SHOP deploy wai' }, ['waits 3']],
    ['the name of a pod', { q: 'waits-2' }, ['waits 1']],
    ['what there is none of', { q: 'nothing' }, []],
  ])('is narrowed down by %s', (_, filter, expected) => {
    expect(shown(filter)).toEqual(expected);
  });

  it.each([
    ['acts', false, ['acts', 'waits', 'rest', 'empty']],
    ['when', false, ['waits', 'acts', 'empty', 'rest']],
    ['name', true, ['waits', 'rest', 'empty', 'acts']],
    ['namespace', false, ['acts', 'empty', 'rest', 'waits']],
    ['pods', true, ['waits', 'acts', 'rest', 'empty']],
  ] as const)('is sorted by %s, descending: %s', (key, descending, expected) => {
    expect(sortPlan(PLAN, { key, descending }).map((one) => one.name)).toEqual(expected);
  });

  it('counts its reasons by pods, those of pods to change first', () => {
    expect(reasonCounts(PLAN).map(({ code, pods, by }) => [code, pods, by.wait, by.evict])).toEqual([
      ['no-controller', 2, 2, 0],
      ['mode-off', 3, 0, 1],
    ]);
  });
});
