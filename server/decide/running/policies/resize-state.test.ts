import { describe, expect, it } from 'vitest';
import { decisions, planned, pod, vpa, workload } from '../../../../tests/support/plan-input';
import type { Condition, Pod, ResourceList } from '../../../objects/types';
import { PodFacts } from '../pod-facts';

const MINUTE_MS = 60_000;

/** A pod of the third generation, far from its target, of whose resize the kubelet says so. */
function resized(condition: Partial<Condition>, applied = { cpu: '900m', memory: '900Mi' }): Pod {
  const one = pod('a', { requests: { cpu: '900m', memory: '900Mi' } });
  const conditions = [...(one.status?.conditions ?? []), condition as Condition];
  const containerStatuses = one.status?.containerStatuses?.map((status) => ({
    ...status,
    resources: { requests: applied },
  }));
  return {
    ...one,
    metadata: { ...one.metadata, generation: 3 },
    status: { ...one.status, conditions, containerStatuses },
  };
}

const at = new Date(Date.parse('2026-08-01T12:00:00Z') - MINUTE_MS).toISOString();
const pending = (reason: string, more: Partial<Condition> = {}): Partial<Condition> => ({
  type: 'PodResizePending',
  status: 'True',
  reason,
  lastTransitionTime: at,
  ...more,
});
const underWay = (reason = '', more: Partial<Condition> = {}): Partial<Condition> => ({
  ...pending(reason, more),
  type: 'PodResizeInProgress',
});

const decided = (one: Pod, updateMode: 'InPlace' | 'InPlaceOrRecreate') => {
  const others = pod('b', { requests: { cpu: '200m', memory: '200Mi' } });
  return decisions(workload([one, others], vpa({ updatePolicy: { updateMode } })), {
    hasPlaceFor: () => true,
  })[0];
};

describe('what the kubelet says of a resize', () => {
  it.each([
    // 1.33 does not say of which generation it is.
    ['it can never fit, by 1.33', pending('Infeasible'), /^evict: .*resize-infeasible$/],
    [
      'it can never fit, of now',
      pending('Infeasible', { observedGeneration: 3 }),
      /^evict: .*resize-infeasible$/,
    ],
    [
      'it could never fit, of an earlier spec',
      pending('Infeasible', { observedGeneration: 2 }),
      /^resize: [a-z -]*$/,
    ],
    [
      'it is deferred, of an earlier spec',
      pending('Deferred', { observedGeneration: 2 }),
      /^resize: [a-z -]*$/,
    ],
    ['it is deferred', pending('Deferred', { observedGeneration: 3 }), /^wait: .*resize-under-way$/],
    [
      'it failed and is tried again',
      underWay('Error', { observedGeneration: 3 }),
      /^wait: .*resize-under-way$/,
    ],
    ['it is under way', underWay(), /^wait: .*resize-under-way$/],
  ])('%s', (_what, condition, expected) => {
    expect(decided(resized(condition), 'InPlaceOrRecreate')).toMatch(expected);
  });

  it('is told by what the kubelet picks the next of what it deferred', () => {
    const one = resized(pending('Deferred', { observedGeneration: 3 }));
    const reason = { code: 'resize-under-way', order: { priority: 1000, qosClass: 'Burstable' } };
    const more = { ...one, spec: { ...one.spec, priority: 1000 } };
    const plans = planned(
      workload([more, pod('b')], vpa({ updatePolicy: { updateMode: 'InPlaceOrRecreate' } })),
    );
    const reasons = plans.flatMap((plan) => plan.reasons);
    expect(reasons).toContainEqual(expect.objectContaining(reason));
  });

  it.each(['InPlace', 'InPlaceOrRecreate'] as const)(
    'goes on when its kubelet has room, in mode %s',
    (updateMode) => {
      const one = resized(pending('Deferred', { observedGeneration: 3 }), { cpu: '100m', memory: '100Mi' });
      const target = { cpu: '950m', memory: '950Mi' };
      const [plan] = planned(
        workload(
          [one, pod('b', { requests: target })],
          vpa({
            updatePolicy: { updateMode },
            target,
            lowerBound: target,
            upperBound: { cpu: '2', memory: '2Gi' },
          }),
        ),
      ).filter(({ name }) => name === 'a');
      expect(plan).toMatchObject({ decision: 'wait', awaits: ['resize-granted'] });
    },
  );

  it('says nothing yet of a spec that is newer than its word, so that it is waited for', () => {
    const one = resized(pending('Infeasible', { observedGeneration: 2 }), { cpu: '100m', memory: '100Mi' });
    expect(decided(one, 'InPlace')).toMatch(/^wait: .*resize-under-way$/);
  });

  it('waits for what failed in mode InPlace, though its target is lower by now', () => {
    expect(decided(resized(underWay('Error')), 'InPlace')).toMatch(/^wait: .*resize-under-way$/);
    expect(decided(resized(pending('Infeasible')), 'InPlace')).toMatch(/^resize: /);
  });

  it.each([
    ['lowers both', { cpu: '1', memory: '1Gi' }, false],
    ['raises one', { cpu: '1', memory: '500Mi' }, true],
    ['raises both', { cpu: '100m', memory: '500Mi' }, true],
  ])('a resize that %s, and waits for long, may become an eviction: %#', (_what, applied, evicts) => {
    const since = new Date(Date.parse(at) - 120 * MINUTE_MS).toISOString();
    const message = "Node didn't have enough resource: cpu, requested: 900, used: 500, capacity: 1000";
    const states = [
      pending('Deferred', { observedGeneration: 3, lastTransitionTime: since, message }),
      pending('Infeasible', { observedGeneration: 3 }),
      underWay('Error', { observedGeneration: 3, lastTransitionTime: since }),
    ];
    for (const state of states) {
      const found = decided(resized(state, applied), 'InPlaceOrRecreate');
      expect(found?.startsWith('evict')).toBe(evicts);
    }
  });

  /** A pod whose container has other limits than it states. */
  function limited(stated: ResourceList, has: ResourceList): Pod {
    const one = pod('a', { requests: { cpu: '200m', memory: '200Mi' }, limits: stated });
    const containerStatuses = one.status?.containerStatuses?.map((status) => ({
      ...status,
      resources: { requests: { cpu: '200m', memory: '200Mi' }, limits: has },
    }));
    return { ...one, status: { ...one.status, containerStatuses } };
  }

  it.each([
    ['memory', { cpu: '1', memory: '1Gi' }, { cpu: '1', memory: '512Mi' }, 'asked'],
    ['CPU', { cpu: '1', memory: '1Gi' }, { cpu: '900m', memory: '1Gi' }, 'asked'],
    ['CPU within what the kubelet rounds up to', { cpu: '1234m' }, { cpu: '1240m' }, 'none'],
    ['CPU below the least', { cpu: '5m' }, { cpu: '1m' }, 'none'],
    ['nothing', { cpu: '1', memory: '1Gi' }, { cpu: '1000m', memory: '1024Mi' }, 'none'],
  ])('a resize of limits alone counts, here %s', (_what, stated, has, kind) => {
    expect(new PodFacts(limited(stated, has)).resize.kind).toBe(kind);
  });

  it('of a pod that has ended is none, whatever it states', () => {
    const one = limited({ cpu: '2' }, { cpu: '1' });
    const ended = (phase: 'Running' | 'Succeeded' | 'Failed') =>
      new PodFacts({ ...one, status: { ...one.status, phase } }).resize.kind;
    expect([ended('Running'), ended('Succeeded'), ended('Failed')]).toEqual(['asked', 'none', 'none']);
  });

  it('is not waited for where parts of bytes keep it from ending, unless it failed', () => {
    const parts = (condition: Partial<Condition>, memory: string) => {
      const one = resized(condition);
      const containers = one.spec.containers.map((each) => ({
        ...each,
        resources: { requests: { cpu: '900m', memory } },
      }));
      return new PodFacts({ ...one, spec: { ...one.spec, containers } }).resize.kind;
    };
    const silent = { ...underWay(), reason: undefined };
    expect(parts(silent, '943718400')).toBe('in-progress');
    expect(parts(silent, '943718399500m')).toBe('none');
    expect(parts(underWay('Error', { observedGeneration: 3 }), '943718399500m')).toBe('failed');
  });

  it('reads nothing in what the status tells of the pod as a whole', () => {
    const one = limited({ cpu: '1' }, { cpu: '1' });
    const status = { ...one.status, resources: { requests: { cpu: '181m' } } };
    expect(new PodFacts({ ...one, status }).resize.kind).toBe('none');
  });
});
