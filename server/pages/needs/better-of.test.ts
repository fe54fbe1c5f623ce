import { expect, it } from 'vitest';
import type { ContainerView, ResourceView } from '../../contract/recommendations';
import { betterOf } from './better-of';

const at = (request: number | undefined, target: number, more: Partial<ResourceView> = {}): ResourceView => ({
  ...(request !== undefined && { request: { min: request, max: request } }),
  target,
  lowerBound: target * 0.9,
  upperBound: target * 1.1,
  ...more,
});
const better = (
  cpu: ResourceView,
  change: Partial<ContainerView> = {},
  updateMode = 'Off',
  requestsBy?: 'us' | 'template',
) => {
  const one = { name: 'app', off: false, cpu, memory: {}, confidence: 1, samples: 0, ...change };
  return betterOf({ state: { kind: 'recommended' }, containers: [one], updateMode, requestsBy });
};

it.each([
  [
    'over its bounds',
    better(at(400, 100)),
    'requests-too-much',
    'app: 400m of CPU requested, 100m recommended',
  ],
  ['below them', better(at(50, 100)), 'requests-too-little', 'app: 50m of CPU requested, 100m recommended'],
  ['without a request', better(at(undefined, 100)), 'requests-nothing', 'app: 100m of CPU recommended'],
  [
    'killed once',
    better(at(100, 100), { ooms: { times: 1, lastMs: 5 } }),
    'oom-killed',
    'app: 1 kill in 24 h',
  ],
  [
    'capped',
    better(at(100, 100, { cap: { by: 'policy', needs: 300 } })),
    'capped-in-time',
    'app: 100m of CPU, it would need 300m',
  ],
])('says of a workload %s what could be better', (_, need, code, detail) => {
  expect(need).toMatchObject({ code, detail });
});

it('says what makes it better, by the mode', () => {
  expect(better(at(400, 100))?.remedy).toMatch(/^Mode Off/);
  expect(better(at(400, 100), {}, 'Initial')?.remedy).toMatch(/^Mode Initial/);
  expect(better(at(400, 100), {}, 'Recreate')?.remedy).toMatch(/plan/);
});

it('says whether Plumbline has a part in it, and has a button where a form helps', () => {
  const told = (mode: string) => {
    const need = better(at(400, 100), {}, mode);
    return [need?.cause, need?.form?.label];
  };
  expect(told('Off')).toEqual(['as-stated', 'Use mode InPlaceOrRecreate…']);
  expect(told('Initial')).toEqual(['sets-requests', 'Use mode InPlaceOrRecreate…']);
  expect(told('Recreate')).toEqual(['sets-requests', undefined]);
  const capped = better(at(100, 100, { cap: { by: 'policy', needs: 300 } }));
  expect([capped?.cause, capped?.form?.label]).toEqual(['policy-of-vpa', 'Raise to 300m…']);
});

it.each([
  ['Initial', 'template', 'as-stated'],
  ['Recreate', 'template', 'as-stated'],
  ['Initial', 'us', 'sets-requests'],
  ['Off', 'us', 'sets-requests'],
  ['Initial', undefined, 'sets-requests'],
  ['Off', undefined, 'as-stated'],
] as const)('in mode %s, with requests by %s, says the cause %s', (mode, requestsBy, cause) => {
  expect(better(at(400, 100), {}, mode, requestsBy)?.cause).toBe(cause);
});

it.each([
  ['none', 'as-stated', 'as-stated'],
  ['raised', 'raised-above', 'sets-requests'],
  ['lowered', 'still-above', 'lowered'],
  ['both', 'sets-requests', 'lowered'],
] as const)(
  'where Plumbline moved %s of it, says who set what is too much, or too little',
  (movedByUs, over, short) => {
    expect(better(at(400, 100, { movedByUs }), {}, 'Recreate', 'us')?.cause).toBe(over);
    expect(better(at(50, 100, { movedByUs }), {}, 'Recreate', 'us')?.cause).toBe(short);
  },
);

it('tells the smallest request of pods that differ, if it is too little', () => {
  const differing = at(50, 100, { request: { min: 50, max: 100 } });
  expect(better(differing)?.detail).toBe('app: 50m of CPU requested, 100m recommended');
});

it('says nothing of one that is as it should be', () => {
  expect(better(at(100, 100))).toBeUndefined();
});

it('does not promise a change that never comes: the mode changes pods in place, and their kubelets cannot', () => {
  const containers = [{ name: 'app', off: false, cpu: at(400, 100), memory: {}, confidence: 1, samples: 0 }];
  const summary = { state: { kind: 'recommended' }, containers, updateMode: 'InPlace' } as const;
  const plan = (...awaits: string[]) => ({ pods: [{ decision: 'wait', reasons: [], awaits }] }) as never;
  expect(betterOf(summary, plan('something-changed'))).toMatchObject({
    remedy: 'Running pods stay as they are until the policy changes, or a new pod gets the target.',
    form: { fill: { mode: 'InPlaceOrRecreate' } },
  });
  expect(betterOf(summary, plan('pod-ready'))?.remedy).toBe('The plan says when its pods change.');
  expect(betterOf(summary, plan('room-freed'))?.remedy).toBe(
    'Its pods wait until other pods request less or go, or a node joins.',
  );
});

it('offers to apply at once what only waits for its time', () => {
  const containers = [{ name: 'app', off: false, cpu: at(400, 100), memory: {}, confidence: 1, samples: 0 }];
  const summary = { state: { kind: 'recommended' }, containers, updateMode: 'Recreate' } as const;
  const plan = (...codes: string[]) =>
    ({ pods: [{ decision: 'wait', reasons: codes.map((code) => ({ code })), awaits: [] }] }) as never;
  expect(betterOf(summary, plan('too-young'))).toMatchObject({
    podsInTime: 1,
    remedy: 'Only time holds the change of 1 pod back.',
  });
  expect(betterOf(summary, plan('too-young', 'budget-never-allows'))?.podsInTime).toBeUndefined();
});
