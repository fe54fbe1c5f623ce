import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PodPlan } from '@/server/decide/running/planned';
import { leakCondition } from '@/server/objects/vpa-conditions';
import type { UpdateMode, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import {
  decisions,
  input,
  NOW_MS,
  type PodOptions,
  planned,
  pod,
  type VpaOptions,
  vpa,
  workload,
} from '../../../tests/support/plan-input';
import { REQUESTED_RESOURCES } from '../../objects/units';
import { pendingChanges } from '../../updater/pending-changes';
import { DECISIONS } from '../../words/decisions';
import { fateOf, REASONS, reasonText } from '../../words/reasons';
import { FORMER_MODE_ANNOTATION } from '../pods/mode-before-stop';
import { Planner } from './plan';
import type { ControllerFacts, WorkloadInput } from './plan-input';

const HOUR_MS = 3_600_000;
const WITHIN = { cpu: '200m', memory: '200Mi' };
const SHORT = { cpu: '200m', memory: '190Mi' };
const NEAR = { cpu: '190m', memory: '200Mi' };
const DIFFERENT = { cpu: '160m', memory: '160Mi' };

/** One pod of two, the other as it should be. */
function first(options: PodOptions, object: VpaOptions = {}, more: Partial<WorkloadInput> = {}): string {
  const pods = [pod('a', options), pod('b', { requests: WITHIN })];
  return planFor('a', workload(pods, vpa(object), more), { hasPlaceFor: () => true });
}

function planFor(name: string, one: WorkloadInput, more: Parameters<typeof input>[1] = {}): string {
  const found = planned(one, more).find((each) => each.name === name);
  return `${found?.decision}: ${found?.reasons.map((reason) => reason.code).join(' ')}`;
}

it('includes the changes of a pod that is only too young', () => {
  const one = workload([pod('a', { requests: DIFFERENT }), pod('b', { requests: WITHIN })], vpa());
  const [plan] = new Planner().plan(input([one])).vpas;
  const told = plan?.pods.map((its) => ({ ...its, changes: pendingChanges(its, one) }));
  expect(told).toMatchObject([
    {
      name: 'a',
      decision: 'wait',
      changes: [{ container: 'app', from: { cpu: 160 }, to: { cpu: 200, memory: 200 * 2 ** 20 } }],
    },
    { name: 'b', decision: 'leave', changes: [] },
  ]);
});

it('names the VPA that acts in place of another, whatever the mode of that one', () => {
  for (const updateMode of ['Off', 'Recreate'] as const) {
    const one = workload([pod('a')], vpa({ updatePolicy: { updateMode } }), { overruledBy: 'younger' });
    const [plan] = new Planner().plan(input([one])).vpas;
    expect(plan).toMatchObject({
      name: 'web',
      overruledBy: 'younger',
      pods: [{ decision: 'leave', reasons: [{ code: 'other-vpa-acts', vpa: 'younger' }] }],
    });
    expect(reasonText({ code: 'other-vpa-acts', vpa: 'younger' }, NOW_MS)).toBe(
      'Another VPA acts on the pods of this target: VPA younger.',
    );
  }
});

describe('a stop that has set the mode to Off', () => {
  const stop = { scope: 'all', who: 'ada', atMs: NOW_MS };
  const held = (mode: string) => {
    const object = vpa({ updatePolicy: { updateMode: 'Off' } });
    const annotations = { [FORMER_MODE_ANNOTATION]: JSON.stringify({ mode, policy: true }) };
    return { ...object, metadata: { ...object.metadata, annotations } };
  };
  const three = [pod('a'), pod('b', { requests: DIFFERENT }), pod('c', { requests: WITHIN })];

  it('is the reason that pods wait, whose mode has been Off since', () => {
    const plan = planned(workload(three, held('Recreate'), { stop }));
    expect(plan.map(({ name, decision, awaits }) => [name, decision, awaits])).toEqual([
      ['a', 'wait', ['resume']],
      ['b', 'wait', ['resume']],
      ['c', 'leave', []],
    ]);
    const codes = plan.map(({ reasons }) => reasons.map(({ code }) => code));
    expect(codes.slice(0, 2)).toEqual([
      ['outside-bounds', 'outside-bounds', 'stopped'],
      ['stopped', 'too-young'],
    ]);
    const [first] = new Planner().plan(input([workload(three, held('Recreate'), { stop })])).vpas;
    expect(first).toMatchObject({ updateMode: 'Off', heldMode: { mode: 'Recreate', isNew: false } });
  });

  it('does not affect a VPA that was Off before', () => {
    const off = vpa({ updatePolicy: { updateMode: 'Off' } });
    expect(decisions(workload(three, off, { stop }))).toEqual(Array(3).fill('leave: mode-off'));
  });

  it('is the reason that mode Initial changes nothing', () => {
    expect(decisions(workload(three, held('Initial'), { stop }))).toEqual(Array(3).fill('leave: stopped'));
  });

  it('holds until the mode is restored', () => {
    expect(decisions(workload(three, held('Recreate')))).toEqual(Array(3).fill('leave: mode-off'));
  });
});

it('says of a pod, at its target or waiting, that a cap keeps its target below its need', () => {
  const object = vpa({
    resourcePolicy: { containerPolicies: [{ containerName: 'app', maxAllowed: { memory: '200Mi' } }] },
  });
  const [own] = object.status?.recommendation?.containerRecommendations ?? [];
  if (own) own.uncappedTarget = { cpu: '200m', memory: '700Mi' };
  const [plan] = planned(workload([pod('a', { requests: WITHIN })], object));
  expect(plan?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
    'The target is capped below what the usage needs: app needs 700 MiB of memory, its policy caps the target at 200 MiB.',
  ]);
  expect(plan && fateOf(plan.decision, ['at-capped-target'])).toBe('at-target');
  const raised = structuredClone(object);
  for (const one of raised.spec.resourcePolicy?.containerPolicies ?? []) one.maxAllowed = { memory: '300Mi' };
  const largest = { largestNodes: [{ cpu: 8000, memory: 8 * 1024 ** 3 }] };
  const [since] = new Planner().plan(
    input([workload([pod('a', { requests: WITHIN })], raised)], largest),
  ).vpas;
  expect(since?.pods[0]?.reasons.map(({ code }) => code)).toEqual(['within-bounds']);
  const [waiting] = planned(workload([pod('a', { requests: DIFFERENT })], object));
  expect(waiting?.reasons.map(({ code }) => code)).toEqual(['at-capped-target', 'too-young']);
});

it('does not chase a leak: its quick kill is no reason for a change', () => {
  const decided = (message: string) => {
    const object = vpa();
    const condition = { type: 'MemoryLeak', status: 'True', lastTransitionTime: '', message } as const;
    object.status = { ...object.status, conditions: [condition] };
    return decisions(
      workload(
        ['a', 'b'].map((name) => pod(name, { requests: SHORT, killedAfterMs: 60_000 })),
        object,
      ),
    )[0];
  };
  expect(decided(leakCondition(['other', 'app']).message)).toBe('leave: within-bounds');
  expect(decided(leakCondition(['other']).message)).toBe('evict: oom-killed');
  expect(decided('as somebody else says it')).toBe('evict: oom-killed');
});

describe('why a pod is changed or left alone', () => {
  it.each<[string, string, PodOptions, VpaOptions?]>([
    ['below its bounds', 'evict: outside-bounds outside-bounds', {}],
    ['without a request', 'evict: request-missing', { requests: { memory: '200Mi' } }],
    ['as recommended', 'leave: within-bounds', { requests: WITHIN }],
    ['nearly as recommended, however old', 'leave: within-bounds', { requests: NEAR, ageMs: 48 * HOUR_MS }],
    ['different but young', 'wait: too-young', { requests: DIFFERENT }],
    ['different and old', 'evict: old-and-different', { requests: DIFFERENT, ageMs: 12 * HOUR_MS }],
    ['killed soon after its start', 'evict: oom-killed', { requests: SHORT, killedAfterMs: 60_000 }],
    [
      'killed late, with more memory to come',
      'evict: killed-below-target',
      { requests: SHORT, killedAfterMs: HOUR_MS },
    ],
    [
      'killed, with no more memory to come',
      'leave: within-bounds',
      { requests: NEAR, killedAfterMs: 60_000 },
    ],
    [
      'killed before it was resized for it',
      'leave: within-bounds',
      {
        requests: NEAR,
        killedAfterMs: 60_000,
        annotations: { 'plumbline.dev/resized-at': '2026-08-01T11:59:30Z' },
      },
    ],
    ['killed late', 'leave: within-bounds', { requests: NEAR, killedAfterMs: HOUR_MS }],
    ['killed, with nothing to change', 'leave: oom-without-change', { requests: WITHIN, killedAfterMs: 1 }],
    [
      'killed later than its VPA counts',
      'leave: within-bounds',
      { requests: NEAR, killedAfterMs: 60_000 },
      { updatePolicy: { updateMode: 'Recreate', evictAfterOOMSeconds: 30 } },
    ],
    ['finished', 'leave: pod-finished', { phase: 'Succeeded' }],
    ['going away', 'leave: pod-terminating', { isTerminating: true }],
    ['without a node', 'leave: pod-unscheduled', { isScheduled: false }],
    ['without a controller', 'leave: no-controller', { owner: '' }],
    ['in mode Off', 'leave: mode-off', {}, { updatePolicy: { updateMode: 'Off' } }],
    ['in mode Initial', 'leave: mode-initial', {}, { updatePolicy: { updateMode: 'Initial' } }],
    ['that admission never saw', 'leave: not-observed', { annotations: { vpaObservedContainers: 'other' } }],
    ['in mode Auto', 'evict: outside-bounds outside-bounds', {}, { updatePolicy: { updateMode: 'Auto' } }],
    [
      'in mode InPlace',
      'resize: outside-bounds outside-bounds',
      {},
      { updatePolicy: { updateMode: 'InPlace' } },
    ],
    [
      'in mode InPlaceOrRecreate',
      'resize: outside-bounds outside-bounds',
      {},
      { updatePolicy: { updateMode: 'InPlaceOrRecreate' } },
    ],
    [
      'whose requirements fail',
      'wait: outside-bounds outside-bounds eviction-requirement',
      {},
      {
        updatePolicy: {
          updateMode: 'Recreate',
          evictionRequirements: [{ resources: ['cpu'], changeRequirement: 'TargetLowerThanRequests' }],
        },
      },
    ],
  ])('a pod %s', (_name, expected, options, object) => {
    expect(first(options, object)).toBe(expected);
  });

  it('has the numbers behind it', () => {
    const [plan] = planned(workload([pod('a'), pod('b')]));
    expect(plan?.reasons[0]).toEqual({
      code: 'outside-bounds',
      container: 'app',
      resource: 'cpu',
      request: 100,
      target: 200,
      lowerBound: 150,
      upperBound: 400,
    });
    expect(plan?.changes).toEqual([
      {
        container: 'app',
        from: { cpu: 100, memory: 104857600 },
        to: { cpu: 200, memory: 209715200 },
        limits: {},
      },
    ]);
  });

  it('keeps limits in proportion', () => {
    const limits = { cpu: '200m', memory: '100Mi' };
    const [plan] = planned(workload([pod('a', { limits }), pod('b', { limits })]));
    expect(plan?.changes[0]?.limits).toEqual({ cpu: 400, memory: 209715200 });
  });

  it('includes when a pod that waits for its age may be changed', () => {
    const [plan] = planned(workload([pod('a', { requests: DIFFERENT }), pod('b', { requests: WITHIN })]));
    expect(plan?.notBeforeMs).toBe(NOW_MS + 11 * HOUR_MS);
  });
});

describe('what holds a change back', () => {
  const two = [pod('a'), pod('b')];
  const hold = (more: Partial<WorkloadInput>, around: Parameters<typeof input>[1] = {}) =>
    planFor('a', workload(two, vpa(), more), around);

  it.each<[string, string, Partial<WorkloadInput>, Parameters<typeof input>[1]?]>([
    ['a stop', 'stopped', { stop: { scope: 'all', who: 'ada', atMs: 1 } }],
    ['a cluster that cannot be followed', 'cluster-unfollowed', {}, { unfollowed: 'pods' }],
    ['a lease that is missing', 'lease-missing', {}, { lease: { kind: 'missing', lease: 'x' } }],
    ['a lease gone stale', 'lease-stale', {}, { lease: { kind: 'stale', lease: 'x', renewedMs: 1 } }],
    ['too short a history', 'low-confidence', { sampledMs: 60_000 }],
    [
      'no node large enough',
      'exceeds-largest-node',
      {},
      { largestNodes: [{ cpu: 150, memory: 8 * 1024 ** 3 }] },
    ],
    [
      'a full quota',
      'exceeds-quota',
      { quotas: [{ quota: 'q', of: 'requests', resource: 'cpu', free: 50 }] },
    ],
    [
      'too many misses',
      'loop-broken',
      {
        loop: {
          misses: 2,
          firstMissMs: NOW_MS - HOUR_MS,
          lastMissMs: NOW_MS - HOUR_MS / 2,
          outstanding: 0,
          isVerified: false,
          replaced: [],
        },
      },
    ],
    [
      'replacements yet to be seen',
      'awaiting-verification',
      {
        loop: {
          misses: 0,
          firstMissMs: 0,
          lastMissMs: 0,
          outstanding: 2,
          isVerified: false,
          replaced: [],
        },
      },
    ],
    [
      'a failed attempt',
      'action-failed',
      { failures: new Map([['uid-a', { message: 'no', atMs: 1, attempts: 1, retryAtMs: NOW_MS + 1 }]]) },
    ],
    ['a controller that does not say', 'replicas-unknown', { controllers: [controller(undefined)] }],
    ['pods that are away already', 'tolerance-used-up', { controllers: [controller(5)] }],
    ['the rate', 'rate-limited', {}, { allowances: { rate: { left: 0, nextMs: NOW_MS + 5 } } }],
    [
      'the rate of its VPA',
      'vpa-rate-limited',
      {},
      { allowances: { perVpa: () => ({ left: 0, nextMs: 1 }) } },
    ],
    ['warming up', 'warming-up', {}, { allowances: { warmUp: { left: 0, nextMs: NOW_MS + 5, endsMs: 9 } } }],
    ['a minimum of replicas', 'too-few-replicas', {}, { settings: { minReplicas: 3 } }],
  ])('%s', (_name, code, more, around) => {
    expect(hold(more, around)).toBe(`wait: outside-bounds outside-bounds ${code}`);
  });

  it('is no failure noted while the clock was an hour ahead', () => {
    const failure = { message: 'no', attempts: 1, atMs: NOW_MS + HOUR_MS, retryAtMs: NOW_MS + 2 * HOUR_MS };
    expect(hold({ failures: new Map([['uid-a', failure]]) })).toMatch(/^evict/);
  });

  describe('is that pods of its VPA start without their patch', () => {
    const unpatched = (updateMode: UpdateMode): VerticalPodAutoscaler => {
      const object = vpa({ updatePolicy: { updateMode } });
      const condition = { type: 'PodsUnpatched', status: 'True', message: '1 pod was', ...at } as const;
      return { ...object, status: { ...object.status, conditions: [condition] } };
    };
    const at = { lastTransitionTime: '2026-08-01T11:00:00Z' };
    const infeasible = [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' } as const];

    it('and ends only once a pod gets it', () => {
      const [plan] = planned(workload(two, unpatched('Recreate')));
      expect(plan).toMatchObject({ decision: 'wait', awaits: ['pod-patched'], notBeforeMs: undefined });
      expect(plan?.reasons.at(-1)).toEqual({
        code: 'pods-unpatched',
        message: '1 pod was',
        sinceMs: NOW_MS - HOUR_MS,
      });
    });

    it('but not for resizes, except the eviction in place of one', () => {
      expect(planFor('a', workload(two, unpatched('InPlaceOrRecreate')))).toMatch(/^resize/);
      const stuck = [pod('a', { conditions: infeasible }), pod('b')];
      expect(planFor('a', workload(stuck, unpatched('InPlaceOrRecreate')))).toMatch(
        /^wait: .*resize-infeasible.* pods-unpatched$/,
      );
    });

    it('until the condition says it is over', () => {
      const object = unpatched('Recreate');
      for (const condition of object.status?.conditions ?? []) condition.status = 'False';
      expect(planFor('a', workload(two, object))).toMatch(/^evict/);
    });
  });

  it('is listed completely', () => {
    const stop = { scope: 'all', who: 'ada', atMs: 1 };
    const text = hold({ stop, sampledMs: 0 }, { lease: { kind: 'missing', lease: 'x' } });
    expect(text).toBe('wait: outside-bounds outside-bounds stopped lease-missing low-confidence');
  });

  it('ignores a short history for an OOM-killed pod', () => {
    const killed = [pod('a', { requests: SHORT, killedAfterMs: 1 }), pod('b', { requests: WITHIN })];
    expect(decisions(workload(killed, vpa(), { sampledMs: 0 }))[0]).toBe('evict: oom-killed');
  });

  it('is that two budgets cover a pod, which the API server evicts none of', () => {
    const budget = (name: string) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name, namespace: 'shop' },
      spec: { selector: { matchLabels: { app: 'web' } } },
      status: { disruptionsAllowed: 5, currentHealthy: 6, desiredHealthy: 1, expectedPods: 6 },
    });
    const of = (names: string[]) =>
      planned(workload([pod('a'), pod('b')], vpa(), { budgets: names.map(budget) }))[0];
    expect(of(['one'])?.decision).toBe('evict');
    expect(of(['two', 'one'])?.reasons.at(-1)).toEqual({ code: 'several-budgets', budgets: 'one, two' });
  });

  it('is no budget that always lets go of pods that are not ready', () => {
    const crashing = [{ type: 'Ready', status: 'False' as const }];
    const budget = (unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget') => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { selector: { matchLabels: { app: 'web' } }, unhealthyPodEvictionPolicy },
      status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2, expectedPods: 3 },
    });
    const pods = [pod('a'), pod('b', { conditions: crashing }), pod('c', { conditions: crashing })];
    const of = (policy?: 'AlwaysAllow' | 'IfHealthyBudget') =>
      planned(workload(pods, vpa(), { budgets: [budget(policy)] })).flatMap(({ name, decision }) =>
        decision === 'evict' ? [name] : [],
      );
    expect(of('AlwaysAllow')).toHaveLength(1);
    expect(['b', 'c']).toContain(of('AlwaysAllow')[0]);
    expect(of('IfHealthyBudget')).toEqual([]);
    expect(of()).toEqual([]);
  });

  it('is a disruption budget shared by all pods it covers', () => {
    const budget = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { selector: { matchLabels: { app: 'web' } } },
      status: { disruptionsAllowed: 1, currentHealthy: 6, desiredHealthy: 5 },
    };
    const six = Array.from({ length: 6 }, (_, index) => pod(`p${index}`));
    const plan = decisions(workload(six, vpa(), { budgets: [budget] }));
    expect(plan.filter((text) => text.startsWith('evict'))).toHaveLength(1);
    expect(plan.filter((text) => text.includes('disruption-budget'))).toHaveLength(2);
  });

  it.each([
    [
      'all of which must be healthy, for ever',
      { spec: { minAvailable: 3 }, healthy: 3, code: 'budget-never-allows', awaits: 'budget-changed' },
    ],
    [
      'none of which may be away, for ever',
      { spec: { maxUnavailable: 0 }, healthy: 3, code: 'budget-never-allows', awaits: 'budget-changed' },
    ],
    [
      'one of which is away',
      { spec: { maxUnavailable: 1 }, healthy: 2, code: 'disruption-budget', awaits: 'budget-allows' },
    ],
  ])(
    'is a disruption budget over pods %s, and no pod counts as chosen',
    (_, { spec, healthy, code, awaits }) => {
      const budget = {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'web', namespace: 'shop' },
        spec: { ...spec, selector: { matchLabels: { app: 'web' } } },
        status: { disruptionsAllowed: 0, currentHealthy: healthy, desiredHealthy: healthy, expectedPods: 3 },
      };
      const three = ['a', 'b', 'c'].map((name) => pod(name));
      const plan = planned(workload(three, vpa(), { budgets: [budget] }));
      for (const { decision, reasons, awaits: events } of plan) {
        expect([decision, ...reasons.map((reason) => reason.code)]).toEqual([
          'wait',
          'outside-bounds',
          'outside-bounds',
          code,
        ]);
        expect(events).toEqual([awaits]);
      }
    },
  );

  it('is another autoscaler only on the resource it controls', () => {
    const conflicts = [{ kind: 'hpa' as const, autoscaler: 'web', resource: 'cpu' as const }];
    const plan = planned(workload(two, vpa(), { conflicts }));
    expect(plan[0]?.decision).toBe('evict');
    expect(plan[0]?.reasons.map((reason) => reason.code)).toEqual(['outside-bounds', 'hpa-same-resource']);
    expect(plan[0]?.changes[0]?.to).toEqual({ memory: 209715200 });
    const both = [...conflicts, { kind: 'vpa' as const, other: 'x', resource: 'memory' as const }];
    expect(decisions(workload(two, vpa(), { conflicts: both }))[0]).toBe('wait: hpa-same-resource two-vpas');
  });
});

describe('pods of one controller under several VPAs', () => {
  const half = (names: readonly string[], vpaName: string, settled: Partial<ControllerFacts> = {}) => {
    const object = vpa();
    object.metadata = { ...object.metadata, name: vpaName, uid: `uid-${vpaName}` };
    const counts = {
      present: 4,
      live: 4,
      all: { running: 4, resizing: 0 },
      ready: { running: 4, resizing: 0 },
    };
    const controller = { uid: 'uid-web', kind: 'ReplicaSet', name: 'web', configured: 4, counts, ...settled };
    return workload(
      names.map((name) => pod(name)),
      object,
      { controllers: [controller] },
    );
  };
  const evictions = (...workloads: WorkloadInput[]) =>
    new Planner()
      .plan(input(workloads))
      .vpas.flatMap(({ pods }) => pods.map(({ decision, reasons }) => `${decision} ${reasons.at(-1)?.code}`));

  it('share its tolerance within a pass', () => {
    expect(evictions(half(['a', 'b'], 'one'), half(['c', 'd'], 'two'))).toEqual([
      'evict outside-bounds',
      'evict outside-bounds',
      'wait tolerance-used-up',
      'wait tolerance-used-up',
    ]);
  });

  it('leave that of another controller alone', () => {
    const other = half(['c', 'd'], 'two', { uid: 'uid-other' });
    for (const { metadata } of other.pods)
      metadata.ownerReferences = metadata.ownerReferences?.map((one) => ({ ...one, uid: 'uid-other' }));
    expect(evictions(half(['a', 'b'], 'one'), other)).toEqual(Array(4).fill('evict outside-bounds'));
  });
});

describe('an HPA on one container', () => {
  const target = { cpu: '200m', memory: '200Mi' };
  const both = vpa();
  const [own] = both.status?.recommendation?.containerRecommendations ?? [];
  if (own)
    both.status = {
      recommendation: { containerRecommendations: [own, { ...own, containerName: 'log', target }] },
    };
  const pods = ['a', 'b'].map((name) => {
    const one = pod(name);
    one.spec.containers = [
      ...one.spec.containers,
      { name: 'log', resources: { requests: { cpu: '10m', memory: '10Mi' } } },
    ];
    return one;
  });
  const metric = { autoscaler: 'web', resource: 'cpu', container: 'app', percent: 70 } as const;
  const conflicts = [{ kind: 'hpa' as const, ...metric }];

  it('keeps the VPA off that resource of that container only, and is named', () => {
    const [plan] = planned(workload(pods, both, { conflicts }));
    expect(plan?.changes.map(({ container, to }) => [container, ...Object.keys(to)])).toEqual([
      ['app', 'memory'],
      ['log', 'cpu', 'memory'],
    ]);
    const why = plan?.reasons.filter(({ code }) => code === 'hpa-same-resource');
    expect(why?.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'A HorizontalPodAutoscaler scales on the same resource: HorizontalPodAutoscaler web, CPU of app, target 70 % of the request.',
    ]);
  });

  it('adds up with others', () => {
    const more = [...conflicts, { kind: 'hpa' as const, autoscaler: 'other', resource: 'memory' as const }];
    const [plan] = planned(workload(pods, both, { conflicts: more }));
    expect(plan?.changes.map(({ container, to }) => [container, ...Object.keys(to)])).toEqual([
      ['log', 'cpu'],
    ]);
  });
});

describe('a resize under way', () => {
  const conditions = (type: string, reason: string, agoMs: number) => [
    {
      type,
      status: 'True' as const,
      reason,
      message: "Node didn't have enough resource: cpu, requested: 200, used: 900, capacity: 1000",
      lastTransitionTime: new Date(NOW_MS - agoMs).toISOString(),
    },
  ];
  it.each<[string, 'InPlaceOrRecreate' | 'InPlace', string, string, number, string]>([
    [
      'waits while deferred',
      'InPlaceOrRecreate',
      'PodResizePending',
      'Deferred',
      60_000,
      'wait: resize-under-way',
    ],
    [
      'evicts when deferred too long',
      'InPlaceOrRecreate',
      'PodResizePending',
      'Deferred',
      300_000,
      'evict: resize-deferred-too-long',
    ],
    [
      'evicts when infeasible',
      'InPlaceOrRecreate',
      'PodResizePending',
      'Infeasible',
      1,
      'evict: resize-infeasible',
    ],
    [
      'waits while in progress',
      'InPlaceOrRecreate',
      'PodResizeInProgress',
      '',
      60_000,
      'wait: resize-under-way',
    ],
    [
      'evicts when in progress too long',
      'InPlaceOrRecreate',
      'PodResizeInProgress',
      '',
      HOUR_MS,
      'evict: resize-in-progress-too-long',
    ],
    [
      'waits when failed, since the kubelet tries again',
      'InPlaceOrRecreate',
      'PodResizeInProgress',
      'Error',
      1,
      'wait: resize-under-way',
    ],
    [
      'evicts when failed for too long',
      'InPlaceOrRecreate',
      'PodResizeInProgress',
      'Error',
      HOUR_MS,
      'evict: resize-in-progress-too-long',
    ],
    [
      'never evicts in mode InPlace',
      'InPlace',
      'PodResizePending',
      'Infeasible',
      1,
      'wait: resize-infeasible',
    ],
    [
      'never evicts in mode InPlace, however long',
      'InPlace',
      'PodResizeInProgress',
      '',
      2 * HOUR_MS,
      'wait: resize-under-way',
    ],
  ])('%s', (_name, updateMode, type, reason, agoMs, expected) => {
    const options = { requests: WITHIN, conditions: conditions(type, reason, agoMs) };
    expect(first(options, { updatePolicy: { updateMode } }).replace(/ outside-bounds/g, '')).toBe(expected);
  });

  it('is requested again in mode InPlace once less is wanted', () => {
    const options = {
      requests: { cpu: '9', memory: '200Mi' },
      conditions: conditions('PodResizePending', 'Infeasible', 1),
    };
    expect(first(options, { updatePolicy: { updateMode: 'InPlace' } })).toBe('resize: outside-bounds');
  });
});

describe('a startup boost', () => {
  const annotations = {
    'vpaCpuStartupBoost/app': '{"requests":{"cpu":"200m","memory":"200Mi"},"limits":{}}',
  };
  const boosted = { requests: { cpu: '900m', memory: '200Mi' }, annotations };
  const startupBoost = { cpu: { type: 'Factor' as const, factor: 3, durationSeconds: 7200 } };

  it.each<[string, PodOptions, VpaOptions, string]>([
    ['is not compared while it holds', boosted, { startupBoost }, 'wait: startup-boosted'],
    [
      'is taken back when over',
      { ...boosted, ageMs: 3 * HOUR_MS },
      { startupBoost },
      'resize: startup-boost-over',
    ],
    [
      'is taken back in mode Off too',
      { ...boosted, ageMs: 3 * HOUR_MS },
      { startupBoost, updatePolicy: { updateMode: 'Off' } },
      'resize: startup-boost-over',
    ],
    [
      'holds until the pod is ready',
      { ...boosted, conditions: [] },
      { startupBoost },
      'wait: startup-boosted',
    ],
  ])('%s', (_name, options, object, expected) => {
    expect(first(options, object)).toBe(expected);
  });

  it('returns to what was stated before if another autoscaler controls the CPU', () => {
    const conflicts = [{ kind: 'hpa' as const, autoscaler: 'web', resource: 'cpu' as const }];
    const over = pod('a', { ...boosted, ageMs: 3 * HOUR_MS });
    const before = { startupBoost, target: { cpu: '300m', memory: '200Mi' } };
    const plan = (more: Partial<WorkloadInput>) => planned(workload([over], vpa(before), more))[0]?.changes;
    expect(plan({})).toMatchObject([{ to: { cpu: 300 } }]);
    expect(plan({ conflicts })).toMatchObject([{ to: { cpu: 200 } }]);
  });

  it('returns to what was stated before if nothing is recommended', () => {
    const plan = planned(
      workload(
        [pod('a', { ...boosted, ageMs: 3 * HOUR_MS })],
        vpa({ startupBoost, updatePolicy: { updateMode: 'Off' } }),
      ),
    );
    expect(plan[0]?.changes).toMatchObject([{ from: { cpu: 900 }, to: { cpu: 200 } }]);
  });
});

describe('a plan', () => {
  const anyPod = fc.record({
    requests: fc.constantFrom(
      WITHIN,
      NEAR,
      DIFFERENT,
      { cpu: '100m', memory: '100Mi' },
      { cpu: '9', memory: '9Gi' },
    ),
    phase: fc.constantFrom('Running' as const, 'Running' as const, 'Running' as const, 'Pending' as const),
    ageMs: fc.integer({ min: 0, max: 48 * HOUR_MS }),
    conditions: fc.constantFrom<PodOptions['conditions']>(
      [{ type: 'Ready', status: 'True' }],
      [{ type: 'Ready', status: 'False' }],
      [],
    ),
    killedAfterMs: fc.option(fc.integer({ min: 1, max: HOUR_MS }), { nil: undefined }),
  });
  const anyWorkload = fc
    .record({
      pods: fc.array(anyPod, { minLength: 1, maxLength: 12 }),
      missing: fc.nat(3),
      tolerance: fc.double({ min: 0, max: 1, noNaN: true }),
      minReplicas: fc.integer({ min: 1, max: 4 }),
      mode: fc.constantFrom('Recreate' as const, 'InPlaceOrRecreate' as const, 'InPlace' as const),
    })
    .map(({ pods, missing, tolerance, minReplicas, mode }) => {
      const made = pods.map((options, index) => pod(`p${index}`, options));
      const configured = made.length + missing;
      const one = workload(made, vpa({ updatePolicy: { updateMode: mode, minReplicas } }), {
        controllers: [controller(configured)],
      });
      return { one, made, configured, minReplicas, settings: { evictionTolerance: tolerance } };
    });

  it('never takes more pods away than tolerated', () => {
    fc.assert(
      fc.property(anyWorkload, ({ one, made, configured, minReplicas, settings }) => {
        const plan = planned(one, { settings });
        const running = made.filter(({ status }) => status?.phase === 'Running');
        const ready = running.filter(({ status }) => status?.conditions?.[0]?.status !== 'False');
        const tolerance = Math.trunc(configured * settings.evictionTolerance);
        for (const up of [running, ready]) {
          const names = new Set(up.map(({ metadata }) => metadata.name));
          const chosen = plan.filter(
            (one) =>
              one.decision !== 'wait' &&
              one.decision !== 'leave' &&
              names.has(one.name) &&
              !isRaisedFromBelow(one),
          );
          if (chosen.length === 0) continue;
          expect(made.length).toBeGreaterThanOrEqual(minReplicas);
          expect(configured - up.length + chosen.length).toBeLessThanOrEqual(Math.max(tolerance, 1));
        }
      }),
    );
  });

  it('is the same whether the previous plan is remembered or not', () => {
    fc.assert(
      fc.property(
        fc.array(anyWorkload, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: -HOUR_MS, max: 14 * HOUR_MS }),
        (cases, laterMs) => {
          const planner = new Planner();
          const [only] = cases;
          const given = input(only ? [only.one] : [], { settings: only?.settings });
          planner.plan(given);
          const later = { ...given, nowMs: given.nowMs + laterMs };
          expect(planner.plan(later)).toEqual(new Planner().plan(later));
        },
      ),
    );
  });

  it('explains every pod with a reason that has a sentence', () => {
    fc.assert(
      fc.property(anyWorkload, ({ one, made, settings }) => {
        const plan = planned(one, { settings });
        expect(plan.map(({ name }) => name).sort()).toEqual(made.map(({ metadata }) => metadata.name).sort());
        for (const { decision, reasons } of plan) {
          expect(DECISIONS).toHaveProperty(decision);
          expect(reasons.length).toBeGreaterThan(0);
          for (const reason of reasons) {
            expect(REASONS).toHaveProperty(reason.code);
            expect(reasonText(reason, NOW_MS)).not.toMatch(/undefined|NaN|Infinity|\[object/);
          }
        }
      }),
    );
  });
});

/** In place and without a restart, from below the lower bounds of `vpa()`: that takes no pod away. */
function isRaisedFromBelow({ decision, changes }: PodPlan): boolean {
  const least = { cpu: 150, memory: 150 * 2 ** 20, 'ephemeral-storage': 0 };
  return (
    decision === 'resize' &&
    changes.every(({ from, to }) =>
      REQUESTED_RESOURCES.every(
        (resource) => !to[resource] || (from[resource] ?? Infinity) < least[resource],
      ),
    )
  );
}

function controller(configured: number | undefined) {
  return { uid: 'uid-web', kind: 'ReplicaSet', name: 'web', configured };
}
