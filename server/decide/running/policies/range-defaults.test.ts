import { describe, expect, it } from 'vitest';
import type { NodeTraits } from '@/server/decide/places/node-traits';
import { effectiveLimits } from '@/server/decide/pods/limit-bounds';
import type { LimitRange, Pod } from '@/server/objects/types';
import { decisions, planned, pod, vpa, workload } from '@/tests/support/plan-input';

const rangesOf = (...all: LimitRange['spec']['limits'][]) =>
  effectiveLimits(
    all.map((limits, index) => ({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: `lr-${index}` },
      spec: { limits },
    })),
  );
const inPlace = (updateMode: 'InPlace' | 'InPlaceOrRecreate' = 'InPlaceOrRecreate') =>
  vpa({ updatePolicy: { updateMode } });
/** Otherwise a default limit is planned for too, in proportion to the request. */
const requestsOnly = () =>
  vpa({
    updatePolicy: { updateMode: 'InPlaceOrRecreate' },
    resourcePolicy: { containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' }] },
  });
const cpuOnly = [{ type: 'Container', default: { cpu: '500m' } }];

describe('LimitRanges that came after a pod', () => {
  it('give it limits at a resize, which the plan shows and says', () => {
    const limits = rangesOf(cpuOnly);
    const pods = [pod('a'), pod('b')];
    const [first] = planned(workload(pods, inPlace(), { limits }));
    expect(first?.decision).toBe('resize');
    expect(first?.changes).toMatchObject([{ container: 'app', to: { cpu: 200 }, limits: { cpu: 1000 } }]);
    expect(first?.reasons).toContainEqual({
      code: 'gains-limits',
      gains: [{ container: 'app', resource: 'cpu', limit: 1000 }],
    });
    expect(planned(workload(pods, inPlace()))[0]?.changes).toMatchObject([{ limits: {} }]);
  });

  it('give other containers theirs too, though nothing is recommended for them', () => {
    const limits = rangesOf([
      { type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '50m' } },
    ]);
    const pods = [pod('a'), pod('b')];
    for (const { spec } of pods) spec.containers.push({ name: 'other' });
    const changes = planned(workload(pods, inPlace(), { limits }))[0]?.changes;
    expect(changes).toMatchObject([
      { container: 'app', limits: { cpu: 1000 } },
      { container: 'other', to: { cpu: 50 }, limits: { cpu: 500 } },
    ]);
  });

  it('hold a resize whose request would be above the limit that comes with it, and nothing is evicted for it', () => {
    const limits = rangesOf([{ type: 'Container', default: { cpu: '120m' } }]);
    expect(decisions(workload([pod('a'), pod('b')], requestsOnly(), { limits }))[0]).toBe(
      'wait: outside-bounds outside-bounds resize-not-allowed',
    );
  });

  it('hold it where their defaults differ, since nobody knows which one it gets', () => {
    const limits = rangesOf(cpuOnly, [{ type: 'Container', default: { cpu: '700m' } }]);
    const limited = { limits: { cpu: '300m' } };
    const of = (pods: Pod[], known = limits) =>
      decisions(workload(pods, requestsOnly(), { limits: known }))[0];
    expect(of([pod('a'), pod('b')])).toMatch('resize-not-allowed');
    expect(of([pod('a', limited), pod('b', limited)])).toMatch('resize:');
    expect(of([pod('a'), pod('b')], rangesOf(cpuOnly, cpuOnly))).toMatch('resize:');
  });

  it('change nothing where nothing is resized', () => {
    const object = vpa({ target: { cpu: '100m', memory: '100Mi' }, lowerBound: {}, upperBound: {} });
    object.spec.updatePolicy = { updateMode: 'InPlaceOrRecreate' };
    expect(planned(workload([pod('a')], object, { limits: rangesOf(cpuOnly) }))[0]?.decision).toBe('leave');
  });
});

describe('LimitRanges that came after a pod whose init container ends', () => {
  const MIB = 2 ** 20;
  const node = (features: string[]): NodeTraits => ({
    ...{ kubeletMinor: 37, isOfLinux: true, swaps: false, features, labels: {}, pressures: [] },
  });
  const declaring = node(['InPlacePodVerticalScalingInitContainers']);
  const starting = (resources: object, more: object = {}) => {
    const one = pod('a');
    return { ...one, spec: { ...one.spec, initContainers: [{ name: 'setup', resources, ...more }] } };
  };
  const small = { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '32Mi' } };
  const least = rangesOf([{ type: 'Container', min: { cpu: '20m', memory: '64Mi' } }]);
  const gains = rangesOf([{ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '50m' } }]);
  const first = (
    resources: object,
    limits = least,
    { mode = 'InPlaceOrRecreate', on = declaring, more = {} }: Partial<Tried> = {},
  ) =>
    planned(workload([starting(resources, more), pod('b')], inPlace(mode), { limits }), {
      traitsOf: () => on,
    }).find(({ name }) => name === 'a');
  interface Tried {
    readonly mode: 'InPlace' | 'InPlaceOrRecreate';
    readonly on: NodeTraits;
    readonly more: object;
  }

  it('raise it to their minimum in the same resize, without which the server refuses it', () => {
    expect(first(small)).toMatchObject({
      decision: 'resize',
      changes: [
        { container: 'app' },
        {
          container: 'setup',
          from: { cpu: 10, memory: 32 * MIB },
          to: { cpu: 20, memory: 64 * MIB },
          limits: { memory: 64 * MIB },
          formerLimits: { memory: 32 * MIB },
        },
      ],
    });
  });

  it('leave it as it is where it is within them', () => {
    expect(first({ requests: { cpu: '20m', memory: '64Mi' } })?.changes).toMatchObject([
      { container: 'app' },
    ]);
  });

  it('hold the resize where its node does not declare that it resizes it, since a new pod would be refused too', () => {
    expect(first(small, least, { on: node([]) })).toMatchObject({
      decision: 'wait',
      reasons: expect.arrayContaining([
        {
          code: 'resize-not-allowed',
          message: 'the cpu of container setup is below the minimum of a LimitRange',
        },
      ]),
    });
  });

  it('give it what it does not state, which the plan shows', () => {
    expect(first({}, gains)).toMatchObject({
      decision: 'resize',
      reasons: expect.arrayContaining([
        {
          code: 'gains-limits',
          gains: [
            { container: 'app', resource: 'cpu', limit: 1000 },
            { container: 'setup', resource: 'cpu', limit: 500 },
          ],
        },
      ]),
      changes: [{ container: 'app' }, { container: 'setup', to: { cpu: 50 }, limits: { cpu: 500 } }],
    });
  });

  it.each([
    ['its node does not declare it', { on: node([]) }, 'node'],
    [
      'it would restart',
      { more: { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] } },
      'resize-policy',
    ],
  ])(
    'have the pod replaced, or wait in mode InPlace, where it gains something and %s',
    (_what, tried, why) => {
      const reason = { code: 'init-container-stays', container: 'setup', why };
      expect(first({}, gains, tried)).toMatchObject({
        decision: 'evict',
        reasons: expect.arrayContaining([reason]),
      });
      expect(first({}, gains, { ...tried, mode: 'InPlace' })).toMatchObject({
        decision: 'wait',
        reasons: expect.arrayContaining([reason]),
      });
    },
  );

  it('ask nothing of it where nothing else is changed', () => {
    const object = vpa({ target: { cpu: '100m', memory: '100Mi' }, lowerBound: {}, upperBound: {} });
    object.spec.updatePolicy = { updateMode: 'InPlaceOrRecreate' };
    const plan = planned(workload([starting(small)], object, { limits: least }), {
      traitsOf: () => declaring,
    });
    expect(plan[0]?.decision).toBe('leave');
  });
});

describe('a quota that demands limits', () => {
  it('holds resizes of pods that state none, and nothing is evicted for it', () => {
    const quotas = [{ quota: 'q', of: 'limits' as const, resource: 'cpu' as const, free: 1e6 }];
    const plan = planned(workload([pod('a'), pod('b')], inPlace(), { quotas }))[0];
    expect(plan?.decision).toBe('wait');
    expect(plan?.reasons.at(-1)).toEqual({
      code: 'resize-not-allowed',
      message: 'ResourceQuota q demands limits.cpu of every container, and app states none',
    });
  });
});
