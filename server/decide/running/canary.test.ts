import { describe, expect, it } from 'vitest';
import {
  decisions,
  NOW_MS,
  type PodOptions,
  planned,
  pod,
  vpa,
  workload,
} from '../../../tests/support/plan-input';
import { reasonText } from '../../words/reasons';
import { RESIZED_AT_ANNOTATION } from '../pods/pod-annotations';
import { NO_LOOP, type WorkloadInput } from './plan-input';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const settings = { canaryMs: HOUR_MS, leastHistoryToLowerMs: 0, evictionTolerance: 1, minReplicas: 1 };
const LARGE = { cpu: '900m', memory: '900Mi' };
const SMALL = { cpu: '200m', memory: '200Mi' };
const inPlace = vpa({ updatePolicy: { updateMode: 'InPlace' } });
const large = (name: string, more: PodOptions = {}) =>
  pod(name, { requests: LARGE, ageMs: 96 * HOUR_MS, ...more });
const lowered = (name: string, agoMs: number, more: PodOptions = {}) =>
  pod(name, {
    requests: SMALL,
    ageMs: 96 * HOUR_MS,
    annotations: { [RESIZED_AT_ANNOTATION]: new Date(NOW_MS - agoMs).toISOString() },
    ...more,
  });
const told = (pods: ReturnType<typeof pod>[], object = inPlace, more: Partial<WorkloadInput> = {}) =>
  decisions(workload(pods, object, more), { settings });
const count = (plan: string[], start: string) => plan.filter((text) => text.startsWith(start)).length;

describe('a change that lowers anything goes to one replica first', () => {
  it.each([
    ['in place', inPlace, 'resize'],
    ['by eviction', vpa(), 'evict'],
  ])('%s, whatever the rates allow', (_way, object, decision) => {
    const plan = told([large('a'), large('b'), large('c')], object);
    expect(count(plan, decision)).toBe(1);
    expect(plan.slice(1)).toEqual(Array(2).fill('wait: outside-bounds outside-bounds awaits-canary'));
  });

  it('and the others wait for its outcome, until a time that the plan tells', () => {
    const pods = [lowered('a', HOUR_MS / 3), large('b'), large('c')];
    const [first] = planned(workload(pods, inPlace), { settings });
    expect(first).toMatchObject({ decision: 'wait', notBeforeMs: NOW_MS + (2 * HOUR_MS) / 3 });
    expect(reasonText(first?.reasons.at(-1) ?? { code: 'mode-off' }, NOW_MS)).toBe(
      'What lowers anything goes to one replica first: 1 of 3, the others wait for its outcome until 12:40 UTC, in 40 min.',
    );
  });

  it('then the rest follow at the usual rate', () => {
    const plan = told([lowered('a', HOUR_MS), large('b'), large('c')]);
    expect(count(plan, 'resize')).toBe(2);
  });

  it('though the target has moved a little since, and one replica more has come', () => {
    const moved = vpa({
      updatePolicy: { updateMode: 'InPlace' },
      target: { cpu: '190m', memory: '190Mi' },
    });
    expect(
      count(told([lowered('a', 2 * HOUR_MS), large('b'), large('c'), large('d')], moved), 'resize'),
    ).toBe(3);
  });

  it('but a much lower target is another change', () => {
    const lower = vpa({
      updatePolicy: { updateMode: 'InPlace' },
      target: { cpu: '100m', memory: '100Mi' },
      lowerBound: { cpu: '90m', memory: '90Mi' },
      upperBound: { cpu: '150m', memory: '150Mi' },
    });
    expect(count(told([lowered('a', 2 * HOUR_MS), large('b'), large('c')], lower), 'resize')).toBe(1);
  });

  it.each<[string, PodOptions]>([
    ['was killed since', { killedAfterMs: HOUR_MS }],
    [
      'is not ready',
      {
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: new Date(NOW_MS).toISOString() }],
      },
    ],
    [
      'has a resize that is not done',
      { conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }] },
    ],
  ])('a replica that %s proves nothing', (_what, more) => {
    expect(count(told([lowered('a', 2 * HOUR_MS, more), large('b'), large('c')]), 'resize')).toBe(0);
  });

  it('a replica that was evicted for it, and has no successor yet, is waited for', () => {
    const loop = { ...NO_LOOP, outstanding: 1 };
    expect(count(told([large('b'), large('c')], vpa(), { loop }), 'evict')).toBe(0);
  });

  it('what is short is raised meanwhile in place, and the rest of the change waits', () => {
    const mixed = (name: string) => large(name, { requests: { cpu: '100m', memory: '900Mi' } });
    const pods = planned(workload([mixed('a'), mixed('b')], inPlace), { settings });
    const [first, second] = pods.map(({ changes }) => changes[0]?.to);
    expect(first).toEqual({ memory: 200 * MIB });
    expect(second).toEqual({ cpu: 200 });
    expect(pods[1]?.reasons.map(({ code }) => code)).toContain('awaits-canary');
  });

  it('a workload of one replica waits for nobody, nor does what only raises, nor what burns', () => {
    expect(count(told([large('a')]), 'resize')).toBe(1);
    const short = ['a', 'b', 'c'].map((name) => pod(name));
    expect(count(told(short), 'resize')).toBe(3);
    const killed = ['a', 'b'].map((name) =>
      pod(name, { requests: { cpu: '900m', memory: '190Mi' }, killedAfterMs: 60_000 }),
    );
    expect(count(told(killed, vpa()), 'evict')).toBe(2);
  });

  it('a limit that is lowered counts as well', () => {
    const limits = { cpu: '2', memory: '2Gi' };
    const pods = ['a', 'b'].map((name) => large(name, { limits }));
    expect(count(told(pods), 'resize')).toBe(1);
  });

  it('is a setting', () => {
    const off = { ...settings, canaryMs: 0 };
    expect(count(decisions(workload([large('a'), large('b')], inPlace), { settings: off }), 'resize')).toBe(
      2,
    );
  });
});

describe('nothing is lowered before there is a day of history', () => {
  const early = { ...settings, leastHistoryToLowerMs: 24 * HOUR_MS };
  const plan = (requests: PodOptions['requests'], object = inPlace, sampledMs = 8 * HOUR_MS) =>
    planned(workload([pod('a', { requests }), pod('b', { requests })], object, { sampledMs }), {
      settings: early,
    })[0];

  it('in place or by eviction', () => {
    for (const object of [inPlace, vpa()]) {
      const found = plan(LARGE, object);
      expect(found).toMatchObject({ decision: 'wait', awaits: ['samples-gathered'] });
      expect(found?.reasons.at(-1)).toMatchObject({ code: 'too-early-to-lower' });
      expect(plan(LARGE, object, 24 * HOUR_MS)?.decision).not.toBe('wait');
    }
  });

  it('while what is short is raised', () => {
    const mixed = { cpu: '100m', memory: '900Mi' };
    expect(plan(mixed)?.changes).toMatchObject([{ to: { cpu: 200 } }]);
    expect(plan(mixed)?.changes[0]?.to.memory).toBeUndefined();
    const evicted = plan(mixed, vpa());
    expect(evicted).toMatchObject({ decision: 'evict', changes: [{ to: { cpu: 200 } }] });
    expect(evicted?.changes[0]?.to.memory).toBeUndefined();
  });
});

describe('what is short and can be raised in place', () => {
  const one = (more: PodOptions = {}, settings = {}) =>
    planned(workload([pod('a', more)], inPlace), { settings })[0];

  it('does not wait for other replicas, as nothing becomes unavailable', () => {
    expect(one()?.decision).toBe('resize');
    expect(one({ requests: { cpu: '100m', memory: '900Mi' } })).toMatchObject({
      decision: 'resize',
      changes: [{ to: { cpu: 200 } }],
    });
    expect(one({ restartsOnResize: true })?.reasons.at(-1)?.code).toBe('too-few-replicas');
    expect(one({}, { resourcesApart: false })?.reasons.at(-1)?.code).toBe('too-few-replicas');
  });

  it('nor for memory that no node has, if it is CPU', () => {
    const largestNodes = [{ cpu: 4000, memory: 150 * MIB, 'ephemeral-storage': 0, pods: 100 }];
    const [first] = planned(workload([pod('a')], inPlace), { largestNodes });
    expect(first).toMatchObject({ decision: 'resize', changes: [{ to: { cpu: 200 } }] });
    expect(first?.changes[0]?.to.memory).toBeUndefined();
    expect(first?.reasons.at(-1)).toMatchObject({ code: 'exceeds-largest-node', resource: 'memory' });
  });
});

describe('a change of which a part is held back for the workload, and the rest by what all share', () => {
  const largestNodes = [{ cpu: 150, memory: 1000 * MIB, 'ephemeral-storage': 0, pods: 100 }];
  const allowances = { rate: { left: 0, nextMs: NOW_MS + 1000 } };

  it('tells both, and all that is due', () => {
    const [first] = planned(workload([pod('a')], inPlace), { largestNodes, allowances });
    expect(first).toMatchObject({
      decision: 'wait',
      changes: [{ to: { cpu: 200, memory: 200 * MIB } }],
    });
    expect(first?.reasons.slice(-2).map(({ code }) => code)).toEqual([
      'exceeds-largest-node',
      'rate-limited',
    ]);
  });
});

describe('a resource that is within its bounds', () => {
  const one = (requests: PodOptions['requests'], resourcesApart = true) =>
    planned(workload([pod('a', { requests, ageMs: 96 * HOUR_MS })], inPlace), {
      settings: { ...settings, resourcesApart },
    })[0];

  it('does not move with another', () => {
    const requests = { cpu: '100m', memory: '350Mi' };
    expect(one(requests)?.changes[0]?.to).toEqual({ cpu: 200 });
    expect(one(requests, false)?.changes[0]?.to).toEqual({ cpu: 200, memory: 200 * MIB });
  });

  it('moves by no step of a few percent, not even with several of them', () => {
    const requests = { cpu: '213m', memory: '213Mi' };
    expect(one(requests)?.decision).toBe('leave');
    expect(one(requests, false)?.decision).toBe('resize');
    expect(one({ cpu: '213m', memory: '350Mi' })?.changes[0]?.to).toEqual({ memory: 200 * MIB });
  });
});

it('is not lowered by a small step outside of its bounds either, unless a resize to it hangs', () => {
  const tight = vpa({
    updatePolicy: { updateMode: 'InPlace' },
    upperBound: { cpu: '205m', memory: '205Mi' },
  });
  const plan = (cpu: string, conditions?: PodOptions['conditions']) => {
    const one = pod('a', { requests: { cpu, memory: '200Mi' }, ageMs: 96 * HOUR_MS, conditions });
    return decisions(workload([one], tight), { settings })[0];
  };
  expect(plan('215m')).toBe('wait: small-step-down');
  expect(plan('300m')).toBe('resize: outside-bounds');
  const infeasible = [{ type: 'PodResizePending', status: 'True' as const, reason: 'Infeasible' }];
  expect(plan('215m', infeasible)).toBe('resize: outside-bounds');
});

it.each([
  ['200m', 'resize: outside-bounds'],
  ['214m', 'resize: outside-bounds'],
  ['215m', 'wait: small-step-down'],
  ['300m', 'wait: small-step-down'],
])('is lowered by a small step if it is above its maximum: %s', (cpu, decision) => {
  const capped = vpa({
    updatePolicy: { updateMode: 'InPlace' },
    upperBound: { cpu: '205m', memory: '205Mi' },
    resourcePolicy: { containerPolicies: [{ containerName: 'app', maxAllowed: { cpu } }] },
  });
  const one = pod('a', { requests: { cpu: '215m', memory: '200Mi' }, ageMs: 96 * HOUR_MS });
  expect(decisions(workload([one], capped), { settings })).toEqual([decision]);
});
