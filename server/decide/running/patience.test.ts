import { describe, expect, it } from 'vitest';
import { notedOfAll } from '@/tests/support/outcomes';
import {
  input,
  NOW_MS,
  type PodOptions,
  pod,
  type VpaOptions,
  vpa,
  workload,
} from '../../../tests/support/plan-input';
import type { Pod } from '../../objects/types';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { reasonText } from '../../words/reasons';
import { CHANGES_ANNOTATION, withChange } from '../pods/change-times';
import { OUTCOME_ANNOTATION } from '../pods/outcome/state';
import { RESIZED_AT_ANNOTATION } from '../pods/pod-annotations';
import { REQUESTS_BEFORE_ANNOTATION, requestsBefore } from '../pods/requests-before';
import { Planner } from './plan';
import { NO_LOOP, type WorkloadInput } from './plan-input';
import { planWorkload } from './plan-workload';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const timeAt = (beforeMs: number) => new Date(NOW_MS - beforeMs).toISOString();

interface Resized {
  agoMs: number;
  /** CPU before, and memory if it changed. */
  cpu?: number;
  memoryMib?: number;
}

/** A pod of four days that was resized in place. */
function resized(requests: { cpu: number; mib?: number }, { agoMs, cpu, memoryMib }: Resized): Pod {
  const { mib = 200 } = requests;
  const before = requestsBefore(
    [
      {
        container: 'app',
        from: {
          cpu: cpu === undefined ? undefined : cpuMillicores(cpu),
          memory: memoryMib === undefined ? undefined : memoryBytes(memoryMib * MIB),
        },
        to: { cpu: cpuMillicores(requests.cpu), memory: memoryBytes(mib * MIB) },
      },
    ],
    undefined,
  );
  return pod('a', {
    requests: { cpu: `${requests.cpu}m`, memory: `${mib}Mi` },
    ageMs: 96 * HOUR_MS,
    annotations: { [RESIZED_AT_ANNOTATION]: timeAt(agoMs), [REQUESTS_BEFORE_ANNOTATION]: before },
  });
}

const inPlace: VpaOptions = { updatePolicy: { updateMode: 'InPlaceOrRecreate' } };

function planOf(
  one: Pod,
  object: VpaOptions,
  more: Partial<WorkloadInput> = {},
  settings: Parameters<typeof input>[1] = {},
) {
  const { target: requests = { cpu: '200m', memory: '200Mi' } } = object;
  const work = workload([one, pod('b', { requests })], vpa(object), more);
  return new Planner().plan(input([work], settings)).vpas[0]?.pods.find(({ name }) => name === 'a');
}

function told(...args: Parameters<typeof planOf>): string {
  const found = planOf(...args);
  return `${found?.decision}: ${found?.reasons.map(({ code }) => code).join(' ')}`;
}

describe('the age that counts is that of the requests', () => {
  const swayed = { ...inPlace, target: { cpu: '109m', memory: '200Mi' }, lowerBound: { cpu: '50m' } };

  it('so a pod of four days that was resized five minutes ago waits', () => {
    const one = resized({ cpu: 93 }, { agoMs: 5 * 60_000, cpu: 60 });
    const found = planOf(one, swayed);
    expect(found).toMatchObject({ decision: 'wait', notBeforeMs: NOW_MS + 12 * HOUR_MS - 5 * 60_000 });
    expect(found?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'The requests are within bounds, and too recent to change: last changed 5 min ago, waits until that is 12 h ago; requests differ by 17 %, 10 % needed.',
    ]);
    expect(told(resized({ cpu: 93 }, { agoMs: 12 * HOUR_MS, cpu: 60 }), swayed)).toBe(
      'resize: old-and-different',
    );
  });

  it('whoever changed them', () => {
    const one = pod('a', { requests: { cpu: '93m', memory: '200Mi' }, ageMs: 96 * HOUR_MS });
    one.metadata.managedFields = [
      { manager: 'kubectl', operation: 'Update', subresource: 'resize', time: timeAt(HOUR_MS) },
      { manager: 'kubectl', operation: 'Update', subresource: 'status', time: timeAt(0) },
    ];
    expect(told(one, swayed)).toBe('wait: too-young');
    one.metadata.managedFields = [{ manager: 'kubectl', operation: 'Update', time: timeAt(HOUR_MS) }];
    expect(told(one, swayed)).toBe('resize: old-and-different');
  });

  it('and in place may be shorter, where the recommender weighs what changes cost', () => {
    const one = resized({ cpu: 93 }, { agoMs: 4 * HOUR_MS, cpu: 60 });
    const resting = { restMs: 3 * HOUR_MS };
    expect(told(one, swayed)).toBe('wait: too-young');
    expect(told(one, swayed, resting)).toBe('resize: old-and-different');
    const evicted = { ...swayed, target: { cpu: '120m', memory: '200Mi' } };
    expect(told(one, { ...evicted, updatePolicy: { updateMode: 'Recreate' } }, resting)).toBe(
      'wait: too-young',
    );
    const lately = resized({ cpu: 93 }, { agoMs: HOUR_MS, cpu: 60 });
    expect(planOf(lately, swayed, resting)?.notBeforeMs).toBe(NOW_MS + 2 * HOUR_MS);
  });

  it('unless the age of the pod is to count', () => {
    const one = resized({ cpu: 93 }, { agoMs: 5 * 60_000, cpu: 60 });
    expect(told(one, swayed, {}, { settings: { ageOfRequests: false } })).toBe('resize: old-and-different');
  });
});

describe('a change back', () => {
  const back = (cpu: string) => ({
    ...inPlace,
    target: { cpu, memory: '200Mi' },
    lowerBound: { cpu: '50m' },
  });
  const raised = resized({ cpu: 109 }, { agoMs: 13 * HOUR_MS, cpu: 93 });
  const lowered = resized({ cpu: 93 }, { agoMs: 13 * HOUR_MS, cpu: 109 });

  it('needs more than a change that goes on', () => {
    expect(told(lowered, back('109m'))).toBe('leave: within-bounds');
    expect(told(lowered, back('115m'))).toBe('resize: old-and-different');
    expect(told(raised, back('93m'))).toBe('leave: within-bounds');
    expect(told(raised, back('121m'))).toBe('resize: old-and-different');
    expect(planOf(lowered, back('109m'))?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'The requests are within bounds and close to the target: requests differ by 17 %, 20 % needed to go back on the last change.',
    ]);
  });

  it('is any change once somebody else set the request', () => {
    const one = resized({ cpu: 93 }, { agoMs: 13 * HOUR_MS, cpu: 109 });
    for (const { resources } of one.spec.containers)
      if (resources) resources.requests = { cpu: '94m', memory: '200Mi' };
    expect(told(one, back('109m'))).toBe('resize: old-and-different');
  });

  it('is known of the successor of an evicted pod', () => {
    const successor: PodOptions = { requests: { cpu: '100m', memory: '200Mi' }, ageMs: HOUR_MS };
    const one = pod('a', successor);
    one.metadata.creationTimestamp = timeAt(HOUR_MS);
    const evicted = (cpu: number, atMs: number): Partial<WorkloadInput> => ({
      loop: { ...NO_LOOP, replaced: [{ atMs, requests: { app: { cpu, memory: 200 * MIB } } }] },
    });
    const lower = {
      target: { cpu: '80m', memory: '200Mi' },
      lowerBound: { cpu: '50m' },
      upperBound: { cpu: '90m' },
    };
    expect(told(one, lower, evicted(70, NOW_MS - HOUR_MS - 500))).toBe('wait: changed-recently');
    expect(told(one, lower, evicted(150, NOW_MS - HOUR_MS - 500))).toBe('evict: outside-bounds');
    expect(told(one, lower, evicted(70, NOW_MS - HOUR_MS + 2000))).toBe('evict: outside-bounds');
  });
});

describe('outside bounds, requests that were changed not long ago', () => {
  const low = { ...inPlace, target: { cpu: '140m', memory: '200Mi' }, lowerBound: { cpu: '120m' } };
  const high = {
    ...inPlace,
    target: { cpu: '93m', memory: '200Mi' },
    upperBound: { cpu: '100m', memory: '400Mi' },
  };
  const young = () => resized({ cpu: 109 }, { agoMs: HOUR_MS, cpu: 93 });

  it('are not lowered again until they are old enough', () => {
    expect(told(young(), high)).toBe('wait: changed-recently');
    expect(planOf(young(), high)?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'The requests were changed a short while ago, and nothing is urgent: CPU of app went from 93m to 109m 1 h ago, and the target is 93m; it waits until that is 12 h ago.',
    ]);
    expect(planOf(young(), high)?.notBeforeMs).toBe(NOW_MS + 11 * HOUR_MS);
    expect(told(resized({ cpu: 109 }, { agoMs: 13 * HOUR_MS, cpu: 93 }), high)).toBe(
      'resize: outside-bounds',
    );
    expect(told(young(), high, {}, { settings: { ageOfRequests: false } })).toBe('resize: outside-bounds');
  });

  it('are raised at any age: what lacks harms', () => {
    expect(told(young(), low)).toBe('resize: outside-bounds');
    expect(told(resized({ cpu: 109 }, { agoMs: HOUR_MS, cpu: 140 }), low)).toBe('resize: outside-bounds');
  });

  it('do not wait if the resize got no answer, or is not in force', () => {
    const unanswered = resized({ cpu: 93 }, { agoMs: HOUR_MS, cpu: 80 });
    for (const { resources } of unanswered.spec.containers)
      if (resources) resources.requests = { cpu: '80m', memory: '200Mi' };
    expect(told(unanswered, low)).toBe('resize: outside-bounds');
    const infeasible = resized({ cpu: 900 }, { agoMs: HOUR_MS, cpu: 80 });
    infeasible.status?.conditions?.push({ type: 'PodResizePending', status: 'True', reason: 'Infeasible' });
    const less = { ...low, updatePolicy: { updateMode: 'InPlace' as const }, upperBound: { cpu: '400m' } };
    expect(told(infeasible, less)).toBe('resize: outside-bounds');
  });

  it('do not wait in a successor that came back with the same', () => {
    const one = pod('a', { requests: { cpu: '100m', memory: '200Mi' }, ageMs: HOUR_MS });
    one.metadata.creationTimestamp = timeAt(HOUR_MS);
    const replaced = [{ atMs: NOW_MS - HOUR_MS, requests: { app: { cpu: 100, memory: 200 * MIB } } }];
    expect(told(one, { lowerBound: { cpu: '120m' } }, { loop: { ...NO_LOOP, replaced } })).toBe(
      'evict: outside-bounds',
    );
  });

  it('do not wait if the pod has them from its start', () => {
    expect(told(pod('a', { requests: { cpu: '109m', memory: '200Mi' } }), low)).toBe(
      'resize: outside-bounds',
    );
  });

  it('do not wait while a container is killed for memory', () => {
    const killed = pod('a', { requests: { cpu: '109m', memory: '190Mi' }, killedAfterMs: HOUR_MS });
    killed.metadata.annotations = { [RESIZED_AT_ANNOTATION]: timeAt(HOUR_MS) };
    expect(told(killed, low)).toBe('resize: outside-bounds killed-below-target');
  });
});

describe('within bounds', () => {
  const old = (cpu: number) =>
    pod('a', { requests: { cpu: `${cpu}m`, memory: '200Mi' }, ageMs: 48 * HOUR_MS });
  const wide = { lowerBound: { cpu: '50m' }, upperBound: { cpu: '900m' } };

  it('an eviction needs more than a resize, unless the margin is taken away', () => {
    expect(told(old(175), wide)).toBe('leave: within-bounds');
    expect(told(old(175), { ...wide, ...inPlace })).toBe('resize: old-and-different');
    expect(told(old(160), wide)).toBe('evict: old-and-different');
    expect(told(old(175), wide, {}, { settings: { changeMargin: 0 } })).toBe('evict: old-and-different');
  });

  const highest = (cpu: number, hoursKnown = 30): Partial<WorkloadInput> => ({
    highest: {
      sinceMs: NOW_MS - hoursKnown * HOUR_MS,
      amounts: new Map([['app', { cpu, memory: 200 * MIB }]]),
    },
  });

  it('requests are lowered only as far as no target of a day was higher', () => {
    expect(told(old(300), wide, highest(210))).toBe('evict: old-and-different');
    expect(told(old(300), wide, highest(280))).toBe('wait: lower-only-now');
    expect(told(old(160), wide, highest(280))).toBe('evict: old-and-different');
    expect(planOf(old(300), wide, highest(280))?.awaits).toEqual(['recommendation-changed']);
  });

  it('and not before the targets of a day are known', () => {
    expect(planOf(old(300), wide, highest(210, 20))).toMatchObject({
      decision: 'wait',
      notBeforeMs: NOW_MS + 4 * HOUR_MS,
      reasons: [{ code: 'lower-only-now' }],
    });
    expect(told(old(300), wide, highest(210, 20), { settings: { loweringWindowMs: 0 } })).toBe(
      'evict: old-and-different',
    );
  });
});

describe('a pod is changed twice a day', () => {
  const changedAgo = (...hours: number[]) => {
    const one = pod('a', { requests: { cpu: '900m', memory: '900Mi' }, ageMs: 96 * HOUR_MS });
    const text = hours.reduce<string | undefined>(
      (known, ago) => withChange(known, NOW_MS - ago * HOUR_MS),
      undefined,
    );
    one.metadata.annotations = { [CHANGES_ANNOTATION]: text ?? '' };
    return one;
  };

  it('and then waits until the first of these is a day old, also outside its bounds', () => {
    const found = planOf(changedAgo(20, 3), inPlace);
    expect(found).toMatchObject({ decision: 'wait', notBeforeMs: NOW_MS + 4 * HOUR_MS });
    expect(found?.reasons.map((reason) => reasonText(reason, NOW_MS)).at(-1)).toBe(
      'The pod was changed as often as it may be in a day: changed 2 times in the last 24 h, the last 3 h ago; waits another 4 h.',
    );
    expect(planOf(changedAgo(25, 3), inPlace)?.decision).toBe('resize');
    expect(planOf(changedAgo(20), inPlace)?.decision).toBe('resize');
    expect(planOf(changedAgo(9, 5, 3), inPlace)?.notBeforeMs).toBe(NOW_MS + 19 * HOUR_MS);
  });

  it('unless it is raised in place from below its lower bound', () => {
    const short = pod('a', {
      requests: { cpu: '100m', memory: '900Mi' },
      ageMs: 96 * HOUR_MS,
      annotations: changedAgo(9, 5, 3).metadata.annotations,
    });
    expect(planOf(short, inPlace)).toMatchObject({
      decision: 'resize',
      changes: [{ container: 'app', to: { cpu: 200 } }],
    });
    expect(told(short, inPlace)).toBe('resize: outside-bounds outside-bounds changed-often');
    expect(told(short, {})).toBe('wait: outside-bounds outside-bounds changed-often');
    const settings = { resourcesApart: false };
    expect(told(short, inPlace, {}, { settings })).toBe('wait: outside-bounds outside-bounds changed-often');
  });

  it('or as often as the setting says', () => {
    const often = changedAgo(9, 5, 3);
    expect(planOf(often, inPlace, {}, { settings: { changesADay: 0 } })?.decision).toBe('resize');
    expect(planOf(often, inPlace, {}, { settings: { changesADay: 4 } })?.decision).toBe('resize');
    expect(planOf(often, inPlace, {}, { settings: { changesADay: 3 } })?.decision).toBe('wait');
  });

  it('but in place as its recommender says, where that weighs what changes cost', () => {
    const often = changedAgo(9, 5, 3);
    expect(planOf(often, inPlace, { restMs: 3 * HOUR_MS })?.decision).toBe('resize');
    expect(planOf(often, {}, { restMs: 3 * HOUR_MS })?.decision).toBe('wait');
  });

  it('counted with the pods that were evicted before it', () => {
    const replaced = (...hours: number[]): Partial<WorkloadInput> => ({
      loop: {
        ...NO_LOOP,
        replaced: hours.map((ago) => ({ atMs: NOW_MS - ago * HOUR_MS, requests: {} })),
      },
    });
    const successor = pod('a', { ageMs: 2 * HOUR_MS });
    successor.metadata.creationTimestamp = timeAt(2 * HOUR_MS);
    expect(told(successor, {}, replaced(8, 2))).toBe('wait: outside-bounds outside-bounds changed-often');
    expect(told(successor, {}, replaced(8, 1))).toBe('evict: outside-bounds outside-bounds');
    expect(told(successor, {}, replaced(30, 2))).toBe('evict: outside-bounds outside-bounds');
    const resizedBefore: Partial<WorkloadInput> = {
      loop: {
        ...NO_LOOP,
        replaced: [{ atMs: NOW_MS - 2 * HOUR_MS, requests: {}, changesMs: [NOW_MS - 5 * HOUR_MS] }],
      },
    };
    expect(planOf(successor, {}, resizedBefore)?.notBeforeMs).toBe(NOW_MS + 19 * HOUR_MS);
    expect(told(successor, {}, { ...replaced(8, 2), nodeValues: new Map() })).toBe(
      'evict: outside-bounds outside-bounds',
    );
  });

  it('unless it burns', () => {
    const killed = pod('a', {
      requests: { cpu: '200m', memory: '190Mi' },
      killedAfterMs: 5 * HOUR_MS,
      annotations: changedAgo(9, 5, 3).metadata.annotations,
    });
    expect(told(killed, inPlace)).toBe('resize: killed-below-target');
  });

  it('unless they were a try that was undone, and the next may be made', () => {
    const often = changedAgo(9, 5, 3);
    const decided = (undone: number) => {
      const object = vpa(inPlace);
      object.metadata.annotations = { [OUTCOME_ANNOTATION]: notedOfAll({ undone }) };
      const right = pod('b', { requests: { cpu: '200m', memory: '200Mi' } });
      const work = workload([often, right], object);
      return new Planner().plan(input([work])).vpas[0]?.pods.find(({ name }) => name === 'a')?.decision;
    };
    expect(decided(1)).toBe('resize');
    expect(decided(0)).toBe('wait');
  });

  it('unless the last of them is not done yet', () => {
    const one = changedAgo(5, 3);
    one.status?.conditions?.push({ type: 'PodResizePending', status: 'True', reason: 'Infeasible' });
    expect(planOf(one, inPlace)?.decision).toBe('evict');
  });
});

describe('an OOM kill', () => {
  const killed = (options: PodOptions = {}) =>
    pod('a', {
      requests: { cpu: '200m', memory: '190Mi' },
      killedAfterMs: 5 * HOUR_MS,
      ageMs: 6 * HOUR_MS,
      ...options,
    });

  it('is reason for a change at once, whatever the age and the bounds, and goes first', () => {
    const found = planOf(killed(), {});
    expect(found?.decision).toBe('evict');
    expect(found?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'A container was OOM-killed, and its target is more memory: app was killed 1 min ago; it requests 190 MiB, the target is 200 MiB.',
    ]);
    const others = [pod('b', { requests: { cpu: '10m', memory: '200Mi' } }), killed()];
    const [plan] = new Planner().plan(input([workload(others)])).vpas;
    expect(plan?.pods.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('is answered by a change of the requests since, by anyone', () => {
    const answered = killed();
    answered.metadata.managedFields = [{ manager: 'kubectl', subresource: 'resize', time: timeAt(30_000) }];
    expect(told(answered, {})).toBe('leave: within-bounds');
  });

  it('waits for no history and for no breaker', () => {
    const loop = { ...NO_LOOP, misses: 2, firstMissMs: NOW_MS, lastMissMs: NOW_MS, isVerified: false };
    expect(told(killed(), {}, { sampledMs: 0, loop })).toBe('evict: killed-below-target');
    expect(told(pod('a'), {}, { loop })).toBe('wait: outside-bounds outside-bounds loop-broken');
  });

  it('counts only soon after the start if urgent changes are off', () => {
    expect(told(killed(), {}, {}, { settings: { urgentChanges: false } })).toBe('leave: within-bounds');
    const quick = killed({ killedAfterMs: 60_000 });
    expect(told(quick, {}, {}, { settings: { urgentChanges: false } })).toBe('evict: oom-killed');
  });
});

describe('the loop breaker', () => {
  const broken = (misses: number, agoMs: number, outstanding = 0): Partial<WorkloadInput> => ({
    loop: { ...NO_LOOP, misses, firstMissMs: 1, lastMissMs: NOW_MS - agoMs, outstanding, isVerified: false },
  });
  const waits = (loop: Partial<WorkloadInput>) => planOf(pod('a'), {}, loop);

  it('lets one pod go again after a while, which doubles with every further miss, up to a day', () => {
    expect(waits(broken(2, 0))?.notBeforeMs).toBe(NOW_MS + HOUR_MS);
    expect(waits(broken(3, 0))?.notBeforeMs).toBe(NOW_MS + 2 * HOUR_MS);
    expect(waits(broken(4, HOUR_MS))?.notBeforeMs).toBe(NOW_MS + 3 * HOUR_MS);
    expect(waits(broken(30, 0))?.notBeforeMs).toBe(NOW_MS + 24 * HOUR_MS);
    expect(waits(broken(2, HOUR_MS))?.decision).toBe('evict');
  });

  it('lets no second go before the first is judged', () => {
    expect(waits(broken(2, HOUR_MS, 1))?.reasons.at(-1)).toMatchObject({
      code: 'awaiting-verification',
      outstanding: 1,
    });
    const three = ['a', 'b', 'c'].map((name) => pod(name));
    const [plan] = new Planner().plan(input([workload(three, vpa(), broken(2, HOUR_MS))])).vpas;
    expect(plan?.pods.map(({ decision }) => decision)).toEqual(['evict', 'wait', 'wait']);
  });

  it('opens without a change of the input', () => {
    const work = workload([pod('a'), pod('b')], vpa(), broken(2, 0));
    const { cluster } = input([work]);
    expect(planWorkload(work, { nowMs: NOW_MS, cluster }).validUntilMs).toBe(NOW_MS + HOUR_MS);
  });
});
