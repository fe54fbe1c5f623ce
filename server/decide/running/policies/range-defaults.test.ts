import { describe, expect, it } from 'vitest';
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
