import { describe, expect, it } from 'vitest';
import { decisions, input, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { Planner } from '../plan';
import type { ControllerFacts } from '../plan-input';

/** Each pod has 100m and wants 200m. */
const growing = (count: number) => Array.from({ length: count }, (_, index) => pod(`p${index}`));
const quotas = (free: number) => [{ quota: 'q', of: 'requests' as const, resource: 'cpu' as const, free }];
const controllers = (configured: number): ControllerFacts[] => [
  { uid: 'uid-web', kind: 'ReplicaSet', name: 'web', configured },
];

describe('the quota of a namespace', () => {
  it.each<[string, number, number]>([
    ['for every pod that is due', 600, 3],
    ['for some', 599, 2],
    ['for none', 199, 0],
  ])('with room %s lets only so many grow', (_name, free, evicted) => {
    const plan = decisions(workload(growing(6), vpa(), { quotas: quotas(free) }));
    expect(plan.filter((text) => text.startsWith('evict'))).toHaveLength(evicted);
    expect(plan.filter((text) => text.endsWith('exceeds-quota'))).toHaveLength(
      evicted === 3 ? 0 : 6 - evicted,
    );
  });

  it('keeps room for pods still to be created', () => {
    const more = { controllers: controllers(7), quotas: quotas(399) };
    expect(decisions(workload(growing(6), vpa(), more)).join()).not.toContain('evict');
    const room = { controllers: controllers(7), quotas: quotas(400) };
    expect(
      decisions(workload(growing(6), vpa(), room)).filter((text) => text.startsWith('evict')),
    ).toHaveLength(1);
  });

  it('is shared by all VPAs of the namespace, and by no other', () => {
    const named = (name: string, namespace: string) => {
      const object = vpa();
      object.metadata = { ...object.metadata, name, namespace };
      return workload(growing(2), object, { quotas: quotas(200) });
    };
    const { vpas } = new Planner().plan(input([named('a', 'shop'), named('b', 'shop'), named('c', 'other')]));
    expect(vpas.map(({ pods }) => pods.filter(({ decision }) => decision === 'evict').length)).toEqual([
      1, 0, 1,
    ]);
  });

  it('must have room for only what a resize adds', () => {
    const inPlace = vpa({ updatePolicy: { updateMode: 'InPlace' } });
    const plan = decisions(workload(growing(6), inPlace, { quotas: quotas(200) }));
    expect(plan.filter((text) => text === 'resize: outside-bounds outside-bounds')).toHaveLength(2);
  });

  it('holds back only what grows of a resource that it has no room for', () => {
    const inPlace = vpa({ updatePolicy: { updateMode: 'InPlace' } });
    const [first] = planned(workload(growing(2), inPlace, { quotas: quotas(0) }));
    expect(first).toMatchObject({ decision: 'resize', changes: [{ to: { memory: 200 * 2 ** 20 } }] });
    expect(first?.changes[0]?.to.cpu).toBeUndefined();
    expect(first?.reasons.map(({ code }) => code)).toContain('exceeds-quota');
  });

  it('holds back no pod that needs less', () => {
    const large = { requests: { cpu: '800m', memory: '800Mi' } };
    const plan = decisions(workload([pod('a', large), pod('b', large)], vpa(), { quotas: quotas(0) }));
    expect(plan[0]).toBe('evict: outside-bounds outside-bounds');
  });
});
