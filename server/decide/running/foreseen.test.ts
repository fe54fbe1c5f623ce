import { describe, expect, it } from 'vitest';
import { type ForeseenPod, foreseenPods, foreseenVpas } from './foreseen';

const change = (to: number) => [{ container: 'app', from: { cpu: 100 }, to: { cpu: to }, limits: {} }];
const pod = (name: string, decision: ForeseenPod['decision'], to?: number): ForeseenPod =>
  ({ name, decision, reasons: [], changes: to === undefined ? [] : change(to) }) as unknown as ForeseenPod;

describe('what is foreseen', () => {
  it('has pods that change alike together, and those that change now first', () => {
    const groups = foreseenPods([
      pod('waits', 'wait', 200),
      pod('a', 'resize', 200),
      pod('stays', 'leave'),
      pod('b', 'resize', 200),
      pod('other', 'resize', 300),
      pod('for-what', 'wait'),
    ]);
    expect(
      groups.map(({ decision, count, pods }) => [decision, count, pods.map(({ name }) => name)]),
    ).toEqual([
      ['resize', 2, ['a', 'b']],
      ['resize', 1, ['other']],
      ['wait', 1, ['waits']],
    ]);
  });

  it('names few pods of thousands, counts all, and tells of few kinds', () => {
    const alike = Array.from({ length: 5_000 }, (_, index) => pod(`alike-${index}`, 'evict', 200));
    const [group] = foreseenPods(alike);
    expect([group?.count, group?.pods.length]).toEqual([5_000, 20]);
    const each = Array.from({ length: 50 }, (_, index) => pod(`own-${index}`, 'evict', 200 + index));
    expect(foreseenPods(each)).toHaveLength(4);
  });

  it('tells of VPAs that act before those that wait, in the mode that a stop holds back', () => {
    const vpa = (name: string, pods: ForeseenPod[]) => ({
      namespace: 'shop',
      name,
      updateMode: 'Off',
      heldMode: { mode: 'InPlace' as const, isNew: false },
      pods,
    });
    const later = Array.from({ length: 30 }, (_, index) => vpa(`later-${index}`, [pod('p', 'wait', 200)]));
    const found = foreseenVpas([
      vpa('still', [pod('p', 'leave')]),
      ...later,
      vpa('now', [pod('p', 'evict', 2)]),
    ]);
    expect(found.slice(0, 2).map(({ name, updateMode }) => [name, updateMode])).toEqual([
      ['now', 'InPlace'],
      ['later-0', 'InPlace'],
    ]);
    expect(found).toHaveLength(20);
  });
});
