import { describe, expect, it } from 'vitest';
import {
  input,
  NOW_MS,
  type PodOptions,
  planned,
  pod,
  vpa,
  workload,
} from '../../../../tests/support/plan-input';
import { cpuMillicores } from '../../../objects/units';
import type { Reason } from '../../../words/reasons';
import { CHANGES_ANNOTATION, withChange } from '../../pods/change-times';
import { RESIZED_AT_ANNOTATION } from '../../pods/pod-annotations';
import { REQUESTS_BEFORE_ANNOTATION, requestsBefore } from '../../pods/requests-before';
import { Planner } from '../plan';
import { NO_LOOP, type WorkloadInput } from '../plan-input';
import { planWorkload } from '../plan-workload';
import { PodFacts } from '../pod-facts';
import type { ProposedUpdate } from '../policy';
import type { PlanSettings } from '../settings';
import { POLICIES } from './index';

const HOUR_MS = 3_600_000;
const at = (agoMs: number) => new Date(NOW_MS - agoMs).toISOString();

const BURNING = {
  'oom-killed': { container: 'app', startedMs: NOW_MS - 60_000, finishedMs: NOW_MS, withinMs: 600_000 },
  'killed-below-target': { container: 'app', finishedMs: NOW_MS, request: 1, target: 2 },
  'worse-than-before': {
    container: 'app',
    resource: 'memory',
    how: 'killed-sooner',
    failed: 'app',
    from: 1,
    to: 2,
  },
  'waits-for-room': { resource: 'memory', requested: 2, target: 1, isForVpa: true },
  'throttled-below-target': { container: 'app', share: 0.2, request: 1, target: 2 },
} as const;
const burning = Object.entries(BURNING).map(([code, evidence]) => ({ code, ...evidence }) as Reason);
const ordinary: Reason = {
  code: 'outside-bounds',
  container: 'app',
  resource: 'cpu',
  request: 1,
  target: 2,
  lowerBound: 2,
  upperBound: 2,
};

interface Rule {
  readonly pod?: PodOptions;
  readonly annotations?: Record<string, string>;
  readonly more?: Partial<WorkloadInput>;
  readonly settings?: Partial<PlanSettings>;
  /** What it lets through, if that is not all that burns: what its owner exempted. */
  readonly only?: readonly (keyof typeof BURNING)[];
}

const undone = JSON.stringify({
  undone: 1,
  trial: {
    sinceMs: NOW_MS - HOUR_MS,
    changedMs: NOW_MS - HOUR_MS,
    program: 'p',
    crashed: false,
    containers: { app: { from: { cpu: 100 }, to: { cpu: 200 } } },
  },
});

/** The rules that only ask for patience, each where it holds an ordinary change back. */
const PATIENCE: Readonly<Record<string, Rule>> = {
  calendar: {
    annotations: { 'plumbline.dev/calendar': 'windows: [{from: "22:00", for: 8h}]\nexempt: [oom]' },
    only: ['oom-killed', 'killed-below-target', 'worse-than-before'],
  },
  'first-steps': { more: { sampledMs: 0 } },
  'loop-breaker': {
    more: { loop: { ...NO_LOOP, misses: 2, firstMissMs: NOW_MS, lastMissMs: NOW_MS, isVerified: false } },
  },
  'one-try': { annotations: { 'plumbline.dev/outcome': undone } },
  canary: {
    pod: { requests: { cpu: '900m', memory: '900Mi' } },
    more: { loop: { ...NO_LOOP, outstanding: 1 } },
    settings: { canaryMs: HOUR_MS },
  },
  'first-lowering': {
    pod: { requests: { cpu: '900m', memory: '900Mi' } },
    settings: { leastHistoryToLowerMs: 24 * HOUR_MS },
  },
  'changes-a-day': {
    pod: {
      ageMs: 96 * HOUR_MS,
      annotations: {
        [CHANGES_ANNOTATION]: withChange(withChange(undefined, NOW_MS - 2 * HOUR_MS), NOW_MS - HOUR_MS) ?? '',
      },
    },
  },
};

/** Those that do not ask for patience: a person, the state of the cluster, what others need, or a pause of a remedy. */
const OTHERS = [
  'stop',
  'followed',
  'first-change',
  'lease',
  'must-stay',
  'pods-patched',
  'eviction-requirements',
  'hpa-effect',
  'room',
  'quota',
  'class-change',
  'range-defaults',
  'room-pause',
  'strained-pods',
  'last-attempt',
  'withdrawn',
  'node-defers-all',
  'disruption-budget',
  'replicas',
];

it('every rule that holds changes back either asks for patience or protects something', () => {
  expect(POLICIES.restraints.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(PATIENCE), ...OTHERS].sort(),
  );
});

describe.each(Object.entries(PATIENCE))('the rule of patience %s', (name, rule) => {
  const restraint = POLICIES.restraints.find((one) => one.name === name);

  function holds(reason: Reason): boolean {
    const object = vpa();
    object.metadata.annotations = rule.annotations;
    const work = workload([pod('a', rule.pod), pod('b', rule.pod)], object, rule.more);
    const scope = { nowMs: NOW_MS, cluster: input([work], { settings: rule.settings }).cluster };
    const [acting] = planWorkload(workload([pod('a', rule.pod), pod('b', rule.pod)]), {
      nowMs: NOW_MS,
      cluster: input([work], { settings: { changesADay: 0 } }).cluster,
    }).acting;
    const proposal: ProposedUpdate | undefined = acting && {
      ...acting.proposal,
      workload: work,
      reasons: [reason],
    };
    const facts = work.pods.map((one) => new PodFacts(one));
    if (!proposal || !restraint) throw new Error('nothing to hold back');
    return restraint.review(proposal, scope, restraint.begin(work, scope, facts)) !== undefined;
  }

  it('holds an ordinary change back', () => {
    expect(holds(ordinary)).toBe(true);
  });

  it.each(burning.map((reason) => [reason.code, reason] as const))(
    'and %s: not, or as its owner says',
    (code, reason) => {
      const isLetThrough = !rule.only || rule.only.some((one) => one === code);
      expect(holds(reason)).toBe(!isLetThrough);
    },
  );
});

describe('patience with the requests of a pod', () => {
  const killed = { killedAfterMs: 5 * HOUR_MS };
  const raised = requestsBefore(
    [{ container: 'app', from: { cpu: cpuMillicores(100) }, to: { cpu: cpuMillicores(600) } }],
    undefined,
  );
  const highest = {
    sinceMs: NOW_MS - 25 * HOUR_MS,
    amounts: new Map([['app', { cpu: 300, memory: 200 * 2 ** 20 }]]),
  };
  const CASES: [string, PodOptions, Partial<WorkloadInput>][] = [
    ['too-young', { requests: { cpu: '160m', memory: '190Mi' } }, {}],
    [
      'changed-recently',
      {
        requests: { cpu: '600m', memory: '190Mi' },
        ageMs: 96 * HOUR_MS,
        annotations: { [RESIZED_AT_ANNOTATION]: at(HOUR_MS), [REQUESTS_BEFORE_ANNOTATION]: raised },
      },
      {},
    ],
    ['lower-only-now', { requests: { cpu: '300m', memory: '190Mi' }, ageMs: 96 * HOUR_MS }, { highest }],
  ];

  it.each(CASES)('(%s) ends with an OOM kill that the target answers', (code, options, more) => {
    const of = (one: PodOptions) =>
      planned(
        workload([pod('a', one), pod('b', { requests: { cpu: '200m', memory: '200Mi' } })], vpa(), more),
      ).find(({ name }) => name === 'a');
    expect(of(options)).toMatchObject({ decision: 'wait', reasons: [{ code }] });
    expect(of({ ...options, ...killed })?.decision).toBe('evict');
  });
});

it('what burns takes the last place before an ordinary change of another VPA', () => {
  const calm = workload([pod('calm'), pod('calm-too', { requests: { cpu: '200m', memory: '200Mi' } })]);
  const hot = workload([
    pod('hot', { requests: { cpu: '200m', memory: '190Mi' }, killedAfterMs: 5 * HOUR_MS }),
    pod('hot-too', { requests: { cpu: '200m', memory: '200Mi' } }),
  ]);
  const decided = (urgentChanges: boolean) => {
    const allowances = { rate: { left: 1, nextMs: NOW_MS + 1000 } };
    const quick = workload([
      pod('hot', { requests: { cpu: '200m', memory: '190Mi' }, killedAfterMs: 60_000 }),
      pod('hot-too', { requests: { cpu: '200m', memory: '200Mi' } }),
    ]);
    const plan = new Planner().plan(
      input([calm, urgentChanges ? hot : quick], { allowances, settings: { urgentChanges } }),
    );
    return plan.vpas
      .flatMap(({ pods }) => pods)
      .filter(({ decision }) => decision === 'evict')
      .map(({ name }) => name);
  };
  expect(decided(true)).toEqual(['hot']);
  expect(decided(false)).toEqual(['calm']);
});
