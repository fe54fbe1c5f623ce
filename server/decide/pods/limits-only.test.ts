import jsonPatch from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { type PodOptions, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { BOOST_ANNOTATION_PREFIX } from '../../objects/pod-annotations';
import { memoryBytes } from '../../objects/units';
import { decidePod } from '../new/decide';
import { decideNewPod } from '../new/new-pod';
import { compileVpa } from './compiled-vpa';
import { type NamespaceLimits, NO_LIMITS } from './limit-bounds';
import { LIMITS_ANNOTATION } from './limit-modes';
import { MEMORY_LIMITS_ANNOTATION } from './memory-limit/recommended';
import { MEMORY_LIMIT_ANNOTATION } from './memory-limit/stated';
import { SEEN_CPU_ANNOTATION } from './seen-cpu';

const MIB = 2 ** 20;
const LIMITED = { requests: { cpu: '100m', memory: '100Mi' }, limits: { cpu: '150m', memory: '150Mi' } };
const EQUAL = { requests: LIMITED.requests, limits: LIMITED.requests };
const APART = {
  [MEMORY_LIMITS_ANNOTATION]: JSON.stringify({
    app: {
      target: '480Mi',
      lowerBound: '430Mi',
      upperBound: '620Mi',
      asOne: { target: '345Mi', lowerBound: '335Mi', upperBound: '380Mi' },
    },
  }),
};

/** Wants 200m and 200Mi, at least 150m and 150Mi. */
function asked(text = 'limits-only', annotations: object = {}, policy: object = {}) {
  const own = vpa({
    updatePolicy: { updateMode: 'InPlaceOrRecreate' },
    resourcePolicy: { containerPolicies: [{ containerName: '*', ...policy }] },
  });
  return {
    ...own,
    metadata: { ...own.metadata, annotations: { [LIMITS_ANNOTATION]: text, ...annotations } },
  };
}

const textOf = ({ requests = {}, limits = {} }: { requests?: object; limits?: object }) =>
  [requests, limits]
    .map((list) => Object.values({ cpu: '-', memory: '-', ...list }).join(' '))
    .join(', limits ');

function admitted(states: PodOptions, object = asked(), limits: NamespaceLimits = NO_LIMITS) {
  const compiled = compileVpa(object);
  const made = pod('web-1', states);
  const decision = decidePod(made, {
    vpa: compiled,
    recommendation: compiled.recommendation,
    limits,
    options: { startupBoost: false },
  });
  const patched =
    decision.kind === 'patched'
      ? jsonPatch.applyPatch(made, decision.operations, false, false).newDocument
      : made;
  return textOf((patched.spec.containers[0]?.resources ?? {}) as object);
}

describe('limits only', () => {
  it.each([
    ['to what is recommended', LIMITED, asked(), '100m 100Mi, limits 200m 200Mi'],
    ['of one resource', LIMITED, asked('cpu=limits-only'), '100m 200Mi, limits 200m 300Mi'],
    [
      'apart, where they are estimated so',
      LIMITED,
      asked('limits-only', APART),
      '100m 100Mi, limits 200m 480Mi',
    ],
    [
      'to what holds the peak, where they are wanted in proportion',
      LIMITED,
      asked('limits-only', { ...APART, [MEMORY_LIMIT_ANNOTATION]: 'in-proportion' }),
      '100m 100Mi, limits 200m 345Mi',
    ],
    [
      'not below what was seen of CPU',
      LIMITED,
      asked('limits-only', { [SEEN_CPU_ANNOTATION]: '{"app":"900m"}' }),
      '100m 100Mi, limits 900m 200Mi',
    ],
    [
      'within what the policy allows',
      LIMITED,
      asked('limits-only', {}, { maxAllowed: { cpu: '180m' }, minAllowed: { memory: '300Mi' } }),
      '100m 100Mi, limits 180m 300Mi',
    ],
    [
      'no lower than the request',
      { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } },
      asked(),
      '1 1Gi, limits 1 1Gi',
    ],
    ['never where there is none', { requests: LIMITED.requests }, asked(), '100m 100Mi, limits - -'],
    [
      'where there is none and missing ones are set',
      { requests: LIMITED.requests },
      asked('limits-only', { ...APART, [MEMORY_LIMIT_ANNOTATION]: 'set-missing' }),
      '100m 100Mi, limits - 480Mi',
    ],
    ['not in a Guaranteed pod', EQUAL, asked(), '100m 100Mi, limits 100m 100Mi'],
    [
      'in a Guaranteed pod that may become Burstable',
      EQUAL,
      asked('limits-only', { [MEMORY_LIMIT_ANNOTATION]: 'allow-burstable' }),
      '100m 100Mi, limits 200m 200Mi',
    ],
    [
      'not where requests alone are controlled',
      LIMITED,
      asked('limits-only', {}, { controlledValues: 'RequestsOnly' }),
      '150m 150Mi, limits 150m 150Mi',
    ],
    [
      'not of what is not controlled',
      LIMITED,
      asked('limits-only', {}, { controlledResources: ['memory'] }),
      '100m 100Mi, limits 200m 200Mi',
    ],
  ])('change %s', (_how, states, object, gets) => {
    expect(admitted(states, object)).toBe(gets);
  });

  it('stay where a LimitRange bounds the pod, and within what one allows a container', () => {
    const pods = { ...NO_LIMITS, pod: { max: { memory: memoryBytes(500 * MIB) } } };
    expect(admitted(LIMITED, asked(), pods)).toBe('100m 100Mi, limits 200m 150Mi');
    const containers = { ...NO_LIMITS, container: { maxRatio: { cpu: 1.5, memory: 1.6 } } };
    expect(admitted(LIMITED, asked(), containers)).toBe('100m 100Mi, limits 150m 160Mi');
  });

  it('fall to no less than what peers use, and not on a first day', () => {
    const high = { requests: LIMITED.requests, limits: { cpu: '2', memory: '2Gi' } };
    const compiled = compileVpa(asked());
    const limitsOf = (more: object) => {
      const { decision } = decideNewPod(pod('web-1', high), {
        vpa: compiled,
        recommended: compiled.recommendation,
        limits: NO_LIMITS,
        hpas: [],
        options: { startupBoost: false },
        ...more,
      });
      return decision.kind === 'patched' ? decision.plans[0]?.limits : undefined;
    };
    expect(limitsOf({})).toEqual({ cpu: 200, memory: 200 * MIB });
    const inUse = new Map([['app', { cpu: 700, memory: 900 * MIB }]]);
    expect(limitsOf({ inUse })).toEqual({ cpu: 2000, memory: 2048 * MIB });
    const sampled = { sampledMs: 3_600_000, neededMs: 86_400_000 };
    expect(limitsOf({ sampled })).toEqual({ cpu: 2000, memory: 2048 * MIB });
  });
});

describe('limits only, of running pods', () => {
  const old = { ageMs: 48 * 3_600_000 };
  const plan = (states: PodOptions, object = asked()) =>
    planned(workload([pod('web-1', { ...old, ...states }), pod('web-2', { ...old, ...states })], object));

  it('are resized where they are too low, and requests stay', () => {
    const low = { requests: LIMITED.requests, limits: { cpu: '120m', memory: '120Mi' } };
    const [one] = plan(low);
    expect(one).toMatchObject({ decision: 'resize' });
    expect(one?.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['memory-limit-too-low', 'cpu-limit-too-low']),
    );
    expect(one?.changes).toMatchObject([
      { container: 'app', to: {}, limits: { cpu: 200, memory: 200 * MIB } },
    ]);
  });

  it.each([
    ['200m', '200Mi'],
    ['160m', '160Mi'],
    ['4', '4Gi'],
  ])('stay at %s and %s', (cpu, memory) => {
    for (const one of plan({ requests: LIMITED.requests, limits: { cpu, memory } })) {
      expect(one).toMatchObject({ decision: 'leave' });
      expect(one.changes ?? []).toEqual([]);
    }
  });

  it('are no reason to end a pod whose requests are far off', () => {
    const far = { requests: { cpu: '5m', memory: '5Mi' }, limits: { cpu: '1', memory: '1Gi' } };
    expect(plan(far)).toMatchObject([{ decision: 'leave' }, { decision: 'leave' }]);
  });

  it('stay in a Guaranteed pod', () => {
    expect(plan(EQUAL)).toMatchObject([{ decision: 'leave' }, { decision: 'leave' }]);
  });

  it('leave the end of a startup boost to give back what was stated', () => {
    const kept = JSON.stringify({ requests: { cpu: '100m' }, limits: { cpu: '150m' } });
    const boosted = {
      requests: { cpu: '400m', memory: '100Mi' },
      limits: { cpu: '600m', memory: '200Mi' },
      annotations: { [`${BOOST_ANNOTATION_PREFIX}app`]: kept },
    };
    const own = asked();
    const object = {
      ...own,
      spec: { ...own.spec, startupBoost: { cpu: { type: 'Factor' as const, factor: 4 } } },
    };
    const [one] = plan(boosted, object);
    expect(one?.changes).toMatchObject([{ container: 'app', to: { cpu: 100 }, limits: { cpu: 150 } }]);
  });
});
