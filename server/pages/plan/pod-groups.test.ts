import { describe, expect, it } from 'vitest';
import { podPlan as pod, vpaPlan, waitingPod as wait } from '@/tests/support/plans';
import { earliestOf, groupsOf, narrowed } from './pod-groups';

const plan = vpaPlan('web', [pod('a'), wait('b', 50), wait('c', 20), pod('d', { decision: 'evict' })]);

describe('the pods of a plan', () => {
  it('are grouped if alike, those with actions first', () => {
    const groups = groupsOf(plan);
    expect(
      groups.map((group) => [group.decision, group.pods.map((one) => one.name), earliestOf([group])]),
    ).toEqual([
      ['evict', ['d'], undefined],
      ['wait', ['b', 'c'], 20],
      ['leave', ['a'], undefined],
    ]);
  });

  it('are those that have not ended, as in the list of workloads', () => {
    const ended = pod('e', { reasons: [{ code: 'pod-finished', phase: 'Succeeded' }] });
    expect(groupsOf(vpaPlan('nightly', [pod('a'), ended])).map(({ names }) => names)).toEqual(['a']);
    expect(groupsOf(vpaPlan('nightly', [ended]))).toEqual(groupsOf(vpaPlan('empty', [])));
  });

  it('are told apart by the VPA that acts in place of this one', () => {
    const under = (vpa: string) => ({ reasons: [{ code: 'other-vpa-acts' as const, vpa }] });
    const several = [pod('a', under('web')), pod('b', under('api')), pod('c', under('web'))];
    expect(groupsOf(vpaPlan('all', several)).map(({ names }) => names)).toEqual(['a c', 'b']);
  });

  it('may be none, which is a group too', () => {
    expect(groupsOf(vpaPlan('empty', []))).toMatchObject([{ decision: undefined, pods: [] }]);
  });

  it('can be filtered', () => {
    const [, waits] = groupsOf(plan);
    if (!waits) throw new Error('no group waits');
    expect(narrowed(waits, () => true)).toBe(waits);
    expect(narrowed(waits, ({ name }) => name === 'b')).toMatchObject({
      pods: [{ name: 'b' }],
      timesMs: [50],
    });
    expect(narrowed(waits, () => false)).toBeUndefined();
  });
});
