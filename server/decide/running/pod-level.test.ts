import { describe, expect, it } from 'vitest';
import { decisions, planned, pod, vpa, workload } from '../../../tests/support/plan-input';
import type { Pod, PodSpec } from '../../objects/types';
import { evidenceOf } from '../../words/reasons';

const IN_PLACE = { updatePolicy: { updateMode: 'InPlaceOrRecreate' as const } };
const told = (pods: readonly Pod[], object = vpa()) =>
  planned(workload(pods, object)).map(
    ({ decision, reasons }) => `${decision}: ${reasons.map(({ code }) => code).join(' ')}`,
  );

function stating(resources: PodSpec['resources'], more: Partial<PodSpec> = {}, own?: Pod): Pod {
  const one = own ?? pod('a');
  return { ...one, spec: { ...one.spec, resources, ...more } };
}

describe('a running pod that states resources as a whole', () => {
  it('gets no more than that, and the plan says what caps it', () => {
    const both = ['a', 'b'].map((name) =>
      stating(
        { requests: { cpu: '150m', memory: '1Gi' } },
        {},
        pod(name, { requests: { cpu: '100m', memory: '200Mi' } }),
      ),
    );
    const [first] = planned(workload(both));
    expect(first?.decision).toBe('evict');
    expect(first?.changes).toEqual([
      { container: 'app', from: { cpu: 100, memory: 200 * 2 ** 20 }, to: { cpu: 150 }, limits: {} },
    ]);
  });

  it('is left alone where it has all that it states, not evicted again and again', () => {
    const object = vpa();
    const [recommended] = object.status?.recommendation?.containerRecommendations ?? [];
    if (recommended) recommended.uncappedTarget = { cpu: '200m', memory: '200Mi' };
    const full = ['a', 'b'].map((name) =>
      stating(
        { requests: { cpu: '100m', memory: '1Gi' } },
        {},
        pod(name, { requests: { cpu: '100m', memory: '200Mi' } }),
      ),
    );
    const [first] = planned(workload(full, object));
    expect(first).toMatchObject({
      decision: 'leave',
      reasons: [{ code: 'at-capped-target', container: 'app', resource: 'cpu', target: 100, cap: 'pod' }],
    });
  });

  it('keeps limits within its own', () => {
    const limited = ['a', 'b'].map((name) =>
      stating(
        { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '300m', memory: '1Gi' } },
        {},
        pod(name, { requests: { cpu: '100m', memory: '200Mi' }, limits: { cpu: '200m' } }),
      ),
    );
    const [first] = planned(workload(limited));
    expect(first?.changes).toMatchObject([{ to: { cpu: 200 }, limits: { cpu: 300 } }]);
  });
});

describe('a running pod that is sized as a whole', () => {
  const node = {
    isOfLinux: true,
    swaps: false,
    labels: {},
    pressures: [],
    features: ['InPlacePodLevelResourcesVerticalScaling'],
    kubeletMinor: 36,
  };
  const sizing = (
    mode: 'InPlace' | 'InPlaceOrRecreate' | 'Recreate',
    target = { cpu: '150m', memory: '1Gi' },
  ) => {
    const object = vpa({ updatePolicy: { updateMode: mode } });
    object.metadata.annotations = {
      'plumbline.dev/pod-level': 'auto',
      'plumbline.dev/pod-recommendation': JSON.stringify({ target, lowerBound: target, upperBound: target }),
    };
    return object;
  };
  const whole = ['a', 'b'].map((name) =>
    stating(
      { requests: { cpu: '600m', memory: '1Gi' }, limits: { cpu: '1200m', memory: '2Gi' } },
      {},
      pod(name, { requests: { cpu: '200m', memory: '200Mi' }, restartsOnResize: true }),
    ),
  );
  const first = (object: ReturnType<typeof vpa>, features: readonly string[]) =>
    planned(workload(whole, object), { traitsOf: () => ({ ...node, features }) })[0];

  it('gets that, with its containers within', () => {
    const change = first(sizing('Recreate'), node.features);
    expect(change?.decision).toBe('evict');
    expect(change?.changes).toEqual([
      { container: 'app', from: { cpu: 200, memory: 200 * 2 ** 20 }, to: { cpu: 150 }, limits: {} },
      {
        container: 'whole.pod',
        from: { cpu: 600, memory: 2 ** 30 },
        to: { cpu: 150 },
        limits: { cpu: 300 },
        formerLimits: { cpu: 1200 },
      },
    ]);
    expect(change?.reasons).toMatchObject([
      { code: 'outside-bounds', container: 'whole.pod', resource: 'cpu' },
    ]);
  });

  it('is not told that the pod caps its containers, but what caps the pod', () => {
    const object = (annotations: Record<string, string>, needed: string) => {
      const made = sizing('Recreate', { cpu: '600m', memory: '1Gi' });
      const [app] = made.status?.recommendation?.containerRecommendations ?? [];
      if (app) Object.assign(app, { target: { cpu: '900m' }, uncappedTarget: { cpu: '900m' } });
      Object.assign(made.metadata.annotations ?? {}, annotations, {
        'plumbline.dev/pod-recommendation': JSON.stringify({
          target: { cpu: '600m', memory: '1Gi' },
          lowerBound: { cpu: '100m' },
          upperBound: { cpu: '2' },
          uncappedTarget: { cpu: needed, memory: '1Gi' },
        }),
      });
      return made;
    };
    const full = ['a', 'b'].map((name) =>
      stating(
        { requests: { cpu: '600m', memory: '1Gi' } },
        {},
        pod(name, { requests: { cpu: '600m', memory: '200Mi' } }),
      ),
    );
    const why = (made: ReturnType<typeof vpa>) =>
      planned(workload(full, made), { traitsOf: () => node })[0]?.reasons;
    expect(why(object({}, '600m'))).toMatchObject([{ code: 'within-bounds' }]);
    const capped = why(object({ 'plumbline.dev/pod-level': '{"maxAllowed":{"cpu":"600m"}}' }, '900m'));
    expect(capped).toMatchObject([
      { code: 'at-capped-target', container: 'whole.pod', cap: 'policy', target: 600, needed: 900 },
    ]);
    expect(capped?.map((reason) => evidenceOf(reason, 0))).toEqual([
      'the whole pod needs 900m of CPU, its policy caps the target at 600m',
    ]);
  });

  it('is resized where the node declares that, and evicted or left where it does not', () => {
    expect(first(sizing('InPlaceOrRecreate'), node.features)?.decision).toBe('resize');
    expect(first(sizing('InPlaceOrRecreate'), [])).toMatchObject({
      decision: 'evict',
      reasons: [{ code: 'outside-bounds' }, { code: 'node-cannot-resize-pod' }],
    });
    expect(first(sizing('InPlace'), [])?.decision).toBe('wait');
  });

  it.each([
    ['one at a time where a container restarts for the limit that it has of its pod', undefined, true, 1],
    ['all at once where no container restarts', undefined, false, 2],
    ['all at once where it has limits of its own', { cpu: '250m', memory: '300Mi' }, true, 2],
  ])('is resized %s', (_how, limits, restartsOnResize, expected) => {
    const own = { requests: { cpu: '100m', memory: '200Mi' }, ...(limits && { limits }), restartsOnResize };
    const object = sizing('InPlace');
    const same = { containerName: 'app', target: { cpu: '100m', memory: '200Mi' } };
    object.status = { recommendation: { containerRecommendations: [same] } };
    const pods = ['a', 'b'].map((name) =>
      stating(
        { requests: { cpu: '600m', memory: '1Gi' }, limits: { cpu: '1200m', memory: '2Gi' } },
        {},
        pod(name, own),
      ),
    );
    const settings = { inPlaceSkipDisruptionBudget: true };
    const resized = planned(workload(pods, object), { traitsOf: () => node, settings }).filter(
      ({ decision }) => decision === 'resize',
    );
    for (const { changes } of resized)
      expect(changes.map(({ container }) => container)).toEqual(['whole.pod']);
    expect(resized).toHaveLength(expected);
  });

  it('is not resized in place where a container would lose its CPU weight, and says which', () => {
    const bare = ['a', 'b'].map((name) => {
      const one = stating(
        { requests: { cpu: '600m', memory: '1Gi' }, limits: { cpu: '1200m', memory: '2Gi' } },
        {},
        pod(name, { requests: { cpu: '200m', memory: '200Mi' } }),
      );
      return { ...one, spec: { ...one.spec, containers: [...one.spec.containers, { name: 'helper' }] } };
    });
    const why = (mode: 'InPlace' | 'InPlaceOrRecreate', target: { cpu: string; memory: string }) =>
      planned(workload(bare, sizing(mode, target)), { traitsOf: () => node })[0];
    const told = { code: 'container-without-request', container: 'helper' };
    for (const target of [
      { cpu: '900m', memory: '1Gi' },
      { cpu: '600m', memory: '2Gi' },
    ]) {
      expect(why('InPlace', target)).toMatchObject({ decision: 'wait' });
      expect(why('InPlace', target)?.reasons).toContainEqual(told);
      expect(why('InPlaceOrRecreate', target)).toMatchObject({ decision: 'evict' });
    }
    const lower = why('InPlaceOrRecreate', { cpu: '300m', memory: '512Mi' });
    expect(lower?.decision).toBe('wait');
    expect(lower?.reasons).toContainEqual(told);
  });

  it('is left alone once it has what is recommended', () => {
    expect(first(sizing('Recreate', { cpu: '600m', memory: '1Gi' }), node.features)?.decision).toBe('leave');
  });
});

describe('a resize that would be refused', () => {
  const running = (name: string, has: boolean, options: Parameters<typeof pod>[1] = {}): Pod => {
    const one = pod(name, options);
    const containerStatuses = one.status?.containerStatuses?.map((status) => ({
      ...status,
      state: { running: { startedAt: '2026-08-01T10:00:00Z' } },
      ...(has && { resources: one.spec.containers[0]?.resources }),
    }));
    return { ...one, status: { ...one.status, ...(containerStatuses && { containerStatuses }) } };
  };

  it('is an eviction where the kubelet cannot resize, beside resizes where it can', () => {
    const pods = [running('old', false), running('new', true), running('x', true), running('y', true)];
    expect(told(pods, vpa(IN_PLACE))).toEqual(
      expect.arrayContaining([
        'evict: outside-bounds outside-bounds kubelet-cannot-resize',
        'resize: outside-bounds outside-bounds',
      ]),
    );
  });

  it('waits in mode InPlace', () => {
    const object = vpa({ updatePolicy: { updateMode: 'InPlace' } });
    expect(told([running('a', false)], object)).toEqual([
      'wait: outside-bounds outside-bounds kubelet-cannot-resize',
    ]);
  });

  it('is an eviction where the QoS class would change', () => {
    const guaranteed = {
      requests: { cpu: '100m', memory: '100Mi' },
      limits: { cpu: '100m', memory: '100Mi' },
    };
    const onlyRequests = {
      ...IN_PLACE,
      resourcePolicy: {
        containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' as const }],
      },
      target: { cpu: '60m', memory: '60Mi' },
      lowerBound: { cpu: '50m', memory: '50Mi' },
      upperBound: { cpu: '80m', memory: '80Mi' },
    };
    const pods = ['a', 'b'].map((name) => running(name, true, guaranteed));
    expect(told(pods, vpa(onlyRequests))[0]).toBe('evict: outside-bounds outside-bounds resize-changes-qos');
    expect(told(pods, vpa({ ...IN_PLACE }))[0]).toMatch(/^resize: /);
  });

  it('is an eviction on Windows', () => {
    const windows = (name: string) => {
      const one = running(name, true);
      return { ...one, spec: { ...one.spec, nodeSelector: { 'kubernetes.io/os': 'windows' } } };
    };
    expect(told([windows('a'), windows('b')], vpa(IN_PLACE))[0]).toMatch(/^evict: .*resize-not-on-windows/);
  });

  it.each([
    ['is on 1.33 and would lower a memory limit', { kubeletMinor: 33 }, 'memory-limit-stays'],
    ['runs Windows', { isOfLinux: false }, 'resize-not-on-windows'],
  ])('is an eviction where the node %s', (_what, traits, code) => {
    const node = {
      isOfLinux: true,
      swaps: false,
      features: [],
      labels: {},
      pressures: [],
      kubeletMinor: 36,
      ...traits,
    };
    const large = { requests: { cpu: '900m', memory: '900Mi' }, limits: { memory: '1800Mi' } };
    const pods = ['a', 'b'].map((name) => running(name, true, large));
    const at = (traitsOf: () => typeof node | undefined) =>
      decisions(workload(pods, vpa(IN_PLACE)), { traitsOf })[0];
    expect(at(() => undefined)).toMatch(/^resize: /);
    expect(at(() => node)).toMatch(new RegExp(`^evict: .*${code}$`));
  });

  it('is an eviction for the mirror of a static pod', () => {
    const mirror = (name: string) => {
      const one = running(name, true);
      const annotations = { ...one.metadata.annotations, 'kubernetes.io/config.mirror': 'abc' };
      return { ...one, metadata: { ...one.metadata, annotations } };
    };
    expect(told([mirror('a'), mirror('b')], vpa(IN_PLACE))[0]).toMatch(/resize-of-static-pod$/);
  });

  it('causes nothing by itself', () => {
    const calm = ['a', 'b'].map((name) =>
      running(name, false, { requests: { cpu: '200m', memory: '200Mi' } }),
    );
    expect(told(calm, vpa(IN_PLACE))).toEqual(['leave: within-bounds', 'leave: within-bounds']);
  });
});
