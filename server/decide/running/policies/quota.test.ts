import { describe, expect, it } from 'vitest';
import { reasonsText } from '@/server/words/reasons';
import { decisions, input, NOW_MS, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { scopesOf } from '../../pods/quota-scopes';
import { Planner } from '../plan';
import type { ControllerFacts, WorkloadInput } from '../plan-input';

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
    const full = { controllers: controllers(7), quotas: quotas(400) };
    expect(
      decisions(workload(growing(6), vpa(), full)).filter((text) => text.startsWith('evict')),
    ).toHaveLength(1);
  });

  it('says who claims what is free, and not that it is exceeded', () => {
    const more = { controllers: controllers(8), quotas: quotas(390) };
    const [first] = planned(workload(growing(6), vpa(), more));
    expect(first?.reasons.at(-1)).toEqual({
      code: 'exceeds-quota',
      quota: 'q',
      of: 'requests',
      resource: 'cpu',
      asked: 200,
      room: -10,
      grows: 100,
      free: 390,
      claimed: 400,
      replicas: 2,
    });
    expect(reasonsText(first?.reasons.slice(-1) ?? [], NOW_MS)).toContain(
      'asks for 200m of CPU; 390m are free, and 2 replicas still to come claim 400m',
    );
    const [over] = planned(workload(growing(6), vpa(), { quotas: quotas(-10) }));
    expect(reasonsText(over?.reasons.slice(-1) ?? [], NOW_MS)).toContain('already exceeded by 10m');
  });

  it('lets through what frees room for replicas that it refuses, one pod at a time', () => {
    // Two of four run; the others are refused, since each asks for 800 MiB and 500 are left.
    const large = { requests: { cpu: '100m', memory: '800Mi' } };
    const memory = [
      { quota: 'q', of: 'requests' as const, resource: 'memory' as const, free: 500 * 2 ** 20 },
    ];
    const cpu = [{ quota: 'q', of: 'requests' as const, resource: 'cpu' as const, free: 300 }];
    const pods = [pod('a', large), pod('b', large)];
    const of = (quotasOf: typeof memory | typeof cpu) =>
      decisions(
        workload(pods, vpa(), { controllers: controllers(4), quotas: quotasOf as WorkloadInput['quotas'] }),
      );
    const plan = of([...memory, ...cpu] as never);
    expect(plan.filter((text) => text.startsWith('evict'))).toHaveLength(1);
    // The same without a quota that refuses them: their coming is awaited.
    expect(of(cpu).join()).not.toContain('evict');
  });

  it('charges a pod that was lowered for what is still in force: that is free to be raised again', () => {
    const lowered = (inForce: string) => {
      const one = pod('a');
      const of = { name: 'app', ready: true, restartCount: 0, image: '', imageID: '' };
      const containerStatuses = [{ ...of, resources: { requests: { cpu: inForce } } }];
      return { ...one, status: { ...one.status, containerStatuses } };
    };
    const of = (inForce: string) =>
      decisions(workload([lowered(inForce), pod('b')], vpa(), { quotas: quotas(0) }))[0];
    expect(of('200m')).not.toContain('exceeds-quota');
    expect(of('100m')).toContain('exceeds-quota');
  });

  it('counts no pods beyond its scopes', () => {
    const scoped = (scopes: string[]) =>
      quotas(0).map((quota) => ({ ...quota, scopes: scopesOf({ spec: { scopes } }) }));
    const of = (scopes: string[]) => decisions(workload(growing(2), vpa(), { quotas: scoped(scopes) }))[0];
    expect(of(['Terminating'])).toMatch('evict');
    expect(of(['NotTerminating'])).toMatch('exceeds-quota');
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
