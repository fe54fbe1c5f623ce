import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { podPlan as pod, vpaPlan as vpa, waitingPod as wait } from '@/tests/support/plans';
import { listOf } from '../list';
import type { ListQuery } from '../list-query';
import { comparePlanned, planListSpec, plannedVpa, planRows } from './plan-list';

const PLAN = [
  vpa('rest', [pod('rest-1')]),
  vpa('empty', []),
  vpa('waits', [wait('waits-1', 50), wait('waits-2', 20), pod('waits-3')]),
  vpa('acts', [pod('acts-1', { decision: 'evict' })], 'bank'),
];
const ROWS = PLAN.map((plan) => plannedVpa(plan, undefined)).sort(comparePlanned);

function listed(change: Partial<ListQuery> = {}) {
  const query = {
    filters: {},
    sort: 'namespace',
    descending: false,
    page: 1,
    reach: VisibleNamespaces.all,
    ...change,
  };
  return listOf(ROWS, planListSpec(0), query);
}
const shown = (filters: Record<string, string>) =>
  planRows(listed({ filters }).rows, new Set()).map(({ name, pods }) => `${name} ${pods}`);

describe('the plan as a list', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, ['acts 1', 'empty 0', 'rest 1', 'waits 3']],
    ['a namespace', { namespace: 'bank' }, ['acts 1']],
    ['a VPA', { vpa: 'waits' }, ['waits 3']],
    ['a VPA without pods', { vpa: 'empty' }, ['empty 0']],
    ['a decision', { decision: 'wait' }, ['waits 2']],
    ['a reason', { reason: 'mode-off' }, ['acts 1', 'rest 1', 'waits 1']],
    ['a stretch of time', { when: '21-50' }, ['waits 1']],
    ['words of its heading', { q: 'SHOP deploy wai' }, ['waits 3']],
    ['the name of a pod', { q: 'waits-2' }, ['waits 1']],
    ['what there is none of', { q: 'nothing' }, []],
  ])('is filtered by %s', (_, filters, expected) => {
    expect(shown(filters)).toEqual(expected);
  });

  it.each([
    ['acts', false, ['acts', 'waits', 'rest', 'empty']],
    ['when', false, ['waits', 'acts', 'empty', 'rest']],
    ['name', true, ['waits', 'rest', 'empty', 'acts']],
    ['namespace', false, ['acts', 'empty', 'rest', 'waits']],
    ['pods', true, ['waits', 'acts', 'rest', 'empty']],
  ] as const)('is sorted by %s, descending: %s', (sort, descending, expected) => {
    expect(listed({ sort, descending }).rows.map(({ row }) => row.name)).toEqual(expected);
  });

  it('counts its pods by decision and by reason, with pods to change first', () => {
    const { tallies } = listed();
    expect(tallies.decision).toEqual({ evict: 1, wait: 2, 'not-allowed': 2 });
    expect(tallies.reason.map(({ code, pods, by }) => [code, pods, by.wait, by.evict])).toEqual([
      ['no-controller', 2, 2, 0],
      ['mode-off', 3, 0, 1],
    ]);
  });

  it('names pods only of the groups that are opened, as far as there is room', () => {
    const crowd = vpa(
      'crowd',
      Array.from({ length: 400 }, (_, index) => pod(`crowd-${index}`)),
    );
    const { rows } = listOf([plannedVpa(crowd, undefined)], planListSpec(0), {
      filters: {},
      sort: 'name',
      descending: false,
      page: 1,
      reach: VisibleNamespaces.all,
    });
    const named = (...opened: string[]) => planRows(rows, new Set(opened))[0]?.groups[0]?.pods.length;
    expect([named(), named('shop/other leave mode-off'), named('shop/crowd leave mode-off')]).toEqual([
      1, 1, 250,
    ]);
  });
});
