import { describe, expect, it } from 'vitest';
import { input, NOW_MS, type PodOptions, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import type { Pod, ResourceList } from '../../objects/types';
import { NodeIndex } from '../places/node-index';
import type { NodeTraits } from '../places/node-traits';
import { RESIZED_AT_ANNOTATION } from '../pods/pod-annotations';
import { deferralOf } from './deferral';
import { Planner } from './plan';
import type { WorkloadInput } from './plan-input';

const MINUTE_MS = 60_000;
const at = (beforeMs: number) => new Date(NOW_MS - beforeMs).toISOString();

const NO_CAPACITY = "Node didn't have enough resource: cpu, requested: 900, used: 500, capacity: 1000";
const LABEL = "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector";
const TRAITS: NodeTraits = {
  isOfLinux: true,
  swaps: false,
  features: [],
  labels: {},
  pressures: [],
  kubeletMinor: 37,
};

interface Resized extends PodOptions {
  readonly granted: ResourceList;
  readonly inForce?: ResourceList;
  readonly type?: 'PodResizePending' | 'PodResizeInProgress';
  readonly reason?: string;
  readonly message: string;
  readonly forMs?: number;
  readonly byOthers?: boolean;
}

/** A pod that states `requests` after a resize of ours, of which its kubelet says so. */
function resized(name: string, options: Resized): Pod {
  const {
    granted,
    inForce,
    type = 'PodResizePending',
    reason = 'Deferred',
    message,
    forMs = MINUTE_MS,
  } = options;
  const annotations: Record<string, string> = options.byOthers ? {} : { [RESIZED_AT_ANNOTATION]: at(forMs) };
  const one = pod(name, { annotations, ...options });
  const condition = { type, status: 'True' as const, reason, message, lastTransitionTime: at(forMs) };
  return {
    ...one,
    status: {
      ...one.status,
      conditions: [...(one.status?.conditions ?? []), condition],
      containerStatuses: one.status?.containerStatuses?.map((status) => ({
        ...status,
        allocatedResources: granted,
        resources: { requests: granted, ...(inForce && { limits: inForce }) },
      })),
    },
  };
}

type More = Parameters<typeof input>[1];
const IN_PLACE = { updatePolicy: { updateMode: 'InPlace' as const } };
const EITHER = { updatePolicy: { updateMode: 'InPlaceOrRecreate' as const } };

const asked = (cpu: string, memory: string) => ({ cpu, memory });
const LARGE = {
  target: asked('900m', '900Mi'),
  lowerBound: asked('800m', '800Mi'),
  upperBound: asked('2', '2Gi'),
};

function planOf(
  one: Pod,
  options: Parameters<typeof vpa>[0],
  more: More = {},
  facts: Partial<WorkloadInput> = {},
) {
  const settled = pod('z', { requests: options?.target ?? asked('200m', '200Mi') });
  return planned(workload([one, settled], vpa(options), facts), more).find(
    ({ name }) => name === one.metadata.name,
  );
}

describe('what a kubelet defers', () => {
  it.each([
    [NO_CAPACITY, { cause: 'room', what: 'cpu' }],
    [
      "Node didn't have enough resource: example.com/gpu, requested: 2, used: 0, capacity: 1",
      { cause: 'resource', what: 'example.com/gpu' },
    ],
    ['The node had condition: [DiskPressure]. ', { cause: 'pressure', what: 'DiskPressure' }],
    ['Pod was rejected as the node is shutting down.', { cause: 'shutdown' }],
    [
      'Unexpected error while attempting to recover from admission failure: preemption: error',
      { cause: 'preemption' },
    ],
    [LABEL, { cause: 'labels', what: 'disk=fast' }],
    ['', { cause: 'labels', what: 'disk=fast' }],
  ])('has the cause that its message tells, or its node: %s', (message, deferral) => {
    const one = pod('a');
    const selecting = { ...one, spec: { ...one.spec, nodeSelector: { disk: 'fast' } } };
    expect(deferralOf(selecting, message, TRAITS)).toEqual(deferral);
  });

  it.each([
    ["Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate", 'drained'],
    ['', 'drained'],
  ])('has the taint of its node for a cause: %s', (message, what) => {
    const tainted = { ...TRAITS, endingTaints: [{ key: 'drained', effect: 'NoExecute' as const }] };
    expect(deferralOf(pod('a'), message, tainted)).toEqual({ cause: 'taint', what });
    const tolerations = [{ key: 'drained', operator: 'Exists' as const, tolerationSeconds: 60 }];
    const tolerating = { ...pod('b'), spec: { ...pod('b').spec, tolerations } };
    expect(deferralOf(tolerating, '', tainted)).toEqual({ cause: 'unknown' });
    const own = [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n', controller: true }];
    const mirror = { ...pod('c'), metadata: { ...pod('c').metadata, ownerReferences: own } };
    expect(deferralOf(mirror, '', tainted)).toEqual({ cause: 'unknown' });
  });

  it('has no known cause where nobody tells one', () => {
    expect(deferralOf(pod('a'), '', TRAITS)).toEqual({ cause: 'unknown' });
    expect(deferralOf(pod('a'), '', undefined)).toEqual({ cause: 'unknown' });
  });

  const raised = { requests: asked('900m', '900Mi'), granted: asked('100m', '100Mi') };

  it.each([
    ['room that another node has', NO_CAPACITY, true, 'evict resize-deferred-too-long'],
    ['room that no other node has', NO_CAPACITY, false, 'resize resize-taken-back'],
    ['a label that its node lost', LABEL, true, 'resize resize-taken-back'],
    ['pressure', 'The node had condition: [DiskPressure]. ', true, 'resize resize-taken-back'],
  ])(
    'leads to an eviction only for want of room that another node has: %s',
    (_what, message, elsewhere, expected) => {
      const one = resized('a', { ...raised, message, forMs: 6 * MINUTE_MS });
      const plan = planOf(one, { ...EITHER, ...LARGE }, { hasPlaceFor: () => elsewhere });
      expect(`${plan?.decision} ${plan?.reasons.at(-1)?.code}`).toBe(expected);
    },
  );

  it('is taken back to what was granted, telling what it held', () => {
    const one = resized('a', { ...raised, message: NO_CAPACITY, forMs: 5 * MINUTE_MS });
    const plan = planOf(one, { ...IN_PLACE, ...LARGE });
    expect(plan?.changes).toEqual([
      expect.objectContaining({ to: { cpu: 100, memory: 100 * 2 ** 20 }, limits: {} }),
    ]);
    expect(plan?.reasons).toEqual([
      expect.objectContaining({
        code: 'resize-taken-back',
        cause: 'room',
        held: { cpu: 800, memory: 800 * 2 ** 20 },
      }),
    ]);
  });

  it('keeps its room no longer than is set, and for ever where nothing is set or others asked', () => {
    const decision = (options: Partial<Resized>, settings = {}) =>
      planOf(
        resized('a', { ...raised, message: NO_CAPACITY, ...options }),
        { ...IN_PLACE, ...LARGE },
        { settings },
      )?.decision;
    expect(decision({ forMs: 5 * MINUTE_MS - 1 })).toBe('wait');
    expect(decision({ forMs: 5 * MINUTE_MS })).toBe('resize');
    expect(decision({ forMs: 600 * MINUTE_MS }, { deferredResizeHeldMs: 0 })).toBe('wait');
    expect(decision({ forMs: 600 * MINUTE_MS, byOthers: true })).toBe('wait');
  });

  it('is left alone where it only lowers, whatever the cause and however long', () => {
    const one = resized('a', {
      requests: asked('200m', '200Mi'),
      granted: asked('1', '1Gi'),
      message: LABEL,
      forMs: 600 * MINUTE_MS,
    });
    const plan = planOf(one, EITHER, { hasPlaceFor: () => true });
    expect(plan).toMatchObject({ decision: 'wait', awaits: ['node-mended'] });
    expect(plan?.reasons).toContainEqual(
      expect.objectContaining({ code: 'resize-under-way', cause: 'labels' }),
    );
  });

  it('is not asked for again at once once it was taken back, but what lowers is', () => {
    const entry = {
      kind: 'deferred' as const,
      message: NO_CAPACITY,
      atMs: NOW_MS - MINUTE_MS,
      times: 1,
      retryAtMs: NOW_MS + MINUTE_MS,
    };
    const facts = { withdrawn: new Map([['uid-a', entry]]) };
    const raising = planOf(pod('a'), { ...IN_PLACE, ...LARGE }, {}, facts);
    expect(raising).toMatchObject({ decision: 'wait', notBeforeMs: entry.retryAtMs });
    const lowering = planOf(pod('a', { requests: asked('1', '1Gi') }), IN_PLACE, {}, facts);
    expect(lowering?.decision).toBe('resize');
  });
});

describe('an HPA that divides by a request', () => {
  const hpa = {
    apiVersion: 'autoscaling/v2' as const,
    kind: 'HorizontalPodAutoscaler' as const,
    metadata: { name: 'web', namespace: 'shop' },
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, minReplicas: 1, maxReplicas: 9 },
  };
  const facts = {
    hpa: {
      hpa: hpa as never,
      freed: [{ autoscaler: 'web', resource: 'cpu' as const, percent: 80 }],
      pods: [],
      holdsJumps: false,
    },
  };

  it('has what is deferred taken back at once, up or down, and the other resource only later', () => {
    const one = resized('a', {
      requests: asked('900m', '100Mi'),
      granted: asked('100m', '100Mi'),
      message: NO_CAPACITY,
      forMs: 0,
    });
    expect(planOf(one, { ...IN_PLACE, ...LARGE }, {}, facts)?.reasons).toEqual([
      expect.objectContaining({ code: 'resize-taken-back', hpa: 'web' }),
    ]);
    const down = resized('a', {
      requests: asked('200m', '200Mi'),
      granted: asked('1', '200Mi'),
      message: LABEL,
      forMs: 0,
    });
    expect(planOf(down, IN_PLACE, {}, facts)?.reasons[0]?.code).toBe('resize-taken-back');
    const other = resized('a', {
      requests: asked('100m', '900Mi'),
      granted: asked('100m', '100Mi'),
      message: NO_CAPACITY,
      forMs: 0,
    });
    expect(planOf(other, { ...IN_PLACE, ...LARGE }, {}, facts)?.decision).toBe('wait');
  });
});

describe('a memory limit below what is used', () => {
  const blocked = {
    type: 'PodResizeInProgress' as const,
    reason: 'Error',
    message: 'attempting to set container "app" memory limit (209715200) below current usage (53305344)',
    requests: asked('200m', '200Mi'),
    limits: asked('400m', '200Mi'),
    granted: asked('200m', '200Mi'),
    inForce: asked('1', '1Gi'),
  };

  it.each([IN_PLACE, EITHER])('is given back at once, and the CPU that was asked for stays: %#', (mode) => {
    const plan = planOf(resized('a', { ...blocked, forMs: 1000 }), mode);
    expect(plan).toMatchObject({
      decision: 'resize',
      reasons: [{ code: 'limit-given-back', former: 2 ** 30 }],
    });
    expect(plan?.changes).toEqual([
      // Its request equals its limit, and goes back with it.
      expect.objectContaining({ to: { memory: 2 ** 30 }, limits: { memory: 2 ** 30 } }),
    ]);
  });

  it('is no reason to evict, whoever asked for it and however long it lasts', () => {
    const one = resized('a', { ...blocked, forMs: 600 * MINUTE_MS, byOthers: true });
    expect(planOf(one, EITHER, { hasPlaceFor: () => true })?.decision).toBe('wait');
  });

  it('is not tried again at once, though CPU is', () => {
    const entry = {
      kind: 'blocked' as const,
      message: '',
      atMs: NOW_MS - MINUTE_MS,
      times: 1,
      retryAtMs: NOW_MS + MINUTE_MS,
    };
    const one = pod('a', { requests: asked('1', '1Gi'), limits: asked('2', '1Gi') });
    const plan = planOf(one, IN_PLACE, {}, { withdrawn: new Map([['uid-a', entry]]) });
    expect(plan?.changes.map(({ to }) => Object.keys(to))).toEqual([['cpu']]);
  });

  it('is not asked for while use rises', () => {
    const one = pod('a', { requests: asked('200m', '1Gi'), limits: asked('400m', '1Gi') });
    const plan = (low: number) =>
      planOf(
        one,
        IN_PLACE,
        {},
        {
          usedMemory: () => 100 * 2 ** 20,
          lowMemory: () => ({ bytes: low * 2 ** 20, sinceMs: NOW_MS - 12 * MINUTE_MS }),
        },
      );
    expect(plan(95)?.decision).toBe('resize');
    expect(plan(80)?.reasons).toContainEqual(expect.objectContaining({ code: 'memory-not-flat' }));
    expect(plan(80)?.decision).not.toBe('resize');
  });
});

describe('a change that lowers and raises', () => {
  const mixed = {
    ...IN_PLACE,
    target: asked('900m', '200Mi'),
    lowerBound: asked('800m', '150Mi'),
    upperBound: asked('2', '400Mi'),
  };
  const far = pod('a', { requests: asked('100m', '1Gi') });

  it('lowers first and alone, and tells what follows', () => {
    const plan = planOf(far, mixed);
    expect(plan?.changes.map(({ to }) => Object.keys(to))).toEqual([['memory']]);
    expect(plan?.reasons).toContainEqual({
      code: 'lowered-first',
      raises: [{ container: 'app', resource: 'cpu' }],
    });
  });

  it('raises once what lowers is granted, whatever its age', () => {
    const annotations = { 'plumbline.dev/raises-next': 'app cpu', [RESIZED_AT_ANNOTATION]: at(MINUTE_MS) };
    const within = { ...mixed, lowerBound: asked('50m', '150Mi') };
    const next = pod('a', { requests: asked('100m', '200Mi'), annotations, ageMs: MINUTE_MS });
    const plan = planOf(next, within);
    expect(plan).toMatchObject({
      decision: 'resize',
      reasons: [{ code: 'raise-after-lowering', resource: 'cpu' }],
    });
    expect(plan?.changes.map(({ to }) => Object.keys(to))).toEqual([['cpu']]);
    const { 'plumbline.dev/raises-next': _next, ...others } = annotations;
    expect(
      planOf({ ...next, metadata: { ...next.metadata, annotations: others } }, within)?.decision,
    ).not.toBe('resize');
  });

  it('moves all at once as the reference does', () => {
    const plan = planOf(far, mixed, { settings: { resourcesApart: false } });
    expect(plan?.changes.map(({ to }) => Object.keys(to))).toEqual([['cpu', 'memory']]);
  });
});

describe('room', () => {
  /** Two nodes; the pod runs on the first, whose neighbour leaves 300m. */
  function decided(
    settings: Partial<Parameters<typeof input>[1] & object>['settings'],
    facts: Partial<WorkloadInput> = {},
  ) {
    const nodeIndex = new NodeIndex();
    for (const name of ['node-0', 'node-1'])
      nodeIndex.setNode({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name },
        status: {
          allocatable: { cpu: '1', memory: '8Gi', pods: '20' },
          conditions: [{ type: 'Ready', status: 'True' }],
        },
      });
    const one = pod('a');
    nodeIndex.setPod(pod('neighbour', { requests: asked('600m', '100Mi') }));
    nodeIndex.setPod(one);
    const object = vpa({
      ...EITHER,
      target: asked('900m', '100Mi'),
      lowerBound: asked('800m', '50Mi'),
      upperBound: asked('2', '1Gi'),
    });
    const more = input([workload([one, pod('b', { requests: asked('900m', '100Mi') })], object, facts)], {
      settings,
    });
    const plan = new Planner().plan({ ...more, capacity: nodeIndex, nodes: nodeIndex });
    return plan.vpas[0]?.pods.find(({ name }) => name === 'a');
  }

  it('that is not there is not asked for, though another node has it', () => {
    const plan = decided({});
    expect(plan).toMatchObject({ decision: 'wait', awaits: ['room-freed'] });
    expect(plan?.reasons).toContainEqual(expect.objectContaining({ code: 'no-room-now', elsewhere: true }));
    expect(decided({ deferredResizeHeldMs: 0 })?.decision).toBe('resize');
  });

  it('that is not there for long is found where it is', () => {
    const since = (ms: number) => ({ shortSince: new Map([['uid-a', NOW_MS - ms]]) });
    const soon = decided({}, since(4 * MINUTE_MS));
    expect(soon).toMatchObject({ decision: 'wait' });
    expect(soon?.reasons).toContainEqual(
      expect.objectContaining({ code: 'no-room-now', sinceMs: NOW_MS - 4 * MINUTE_MS }),
    );
    const plan = decided({}, since(5 * MINUTE_MS));
    expect(`${plan?.decision} ${plan?.reasons.at(-1)?.code}`).toBe('evict no-room-here-for-long');
  });
});

it('a part of a byte that is only carried along keeps no resize waiting', () => {
  const one = pod('a', { requests: asked('100m', '900000000500m') });
  expect(planOf(one, { ...IN_PLACE, ...LARGE })).toMatchObject({ decision: 'resize' });
  const cpuOnly = { target: { cpu: '900m' }, lowerBound: { cpu: '800m' }, upperBound: { cpu: '2' } };
  expect(planOf(one, { ...IN_PLACE, ...cpuOnly })).toMatchObject({
    decision: 'resize',
    changes: [{ to: { cpu: 900 } }],
  });
});

it('a node that would defer everything is asked for nothing', () => {
  const far = pod('a', { requests: asked('1', '1Gi') });
  const held = (traits: Partial<NodeTraits>, priority = 0) =>
    planOf({ ...far, spec: { ...far.spec, priority } }, IN_PLACE, {
      traitsOf: () => ({ ...TRAITS, ...traits }),
    })?.reasons.at(-1)?.code;
  expect(held({})).toBe('outside-bounds');
  expect(held({ pressures: ['DiskPressure'] })).toBe('node-defers-all');
  expect(held({ endingTaints: [{ key: 'drained', effect: 'NoExecute' }] })).toBe('node-defers-all');
  expect(held({ pressures: ['DiskPressure'] }, 2_000_000_000)).toBe('outside-bounds');
});

it('a node that changes is seen though nothing else has', () => {
  const planner = new Planner();
  const pods = ['a', 'b'].map((name) => pod(name, { requests: asked('1', '1Gi') }));
  const work = workload(pods, vpa(IN_PLACE));
  let traits: Partial<NodeTraits> = {};
  const { cluster, ...more } = input([work]);
  const facts = { ...cluster, traitsOf: () => ({ ...TRAITS, ...traits }) };
  const code = () => planner.plan({ ...more, cluster: facts }).vpas[0]?.pods[0]?.reasons.at(-1)?.code;
  expect(code()).toBe('outside-bounds');
  traits = { pressures: ['DiskPressure'] };
  expect(code()).toBe('node-defers-all');
  traits = {};
  expect(code()).toBe('outside-bounds');
});
