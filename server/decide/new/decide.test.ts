import { describe, expect, it } from 'vitest';
import type { LimitRange, Pod, ResourceRequirements } from '../../objects/types';
import type { Resource } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { compileVpa } from '../pods/compiled-vpa';
import { contestedByHpas } from '../pods/hpa-claims';
import { effectiveLimits } from '../pods/limit-bounds';
import type { QuotaLeft } from '../pods/quota-left';
import { decidePod, type Grounds } from './decide';

function pod(resources?: ResourceRequirements, annotations?: Record<string, string>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'ns', ...(annotations && { annotations }) },
    spec: { containers: [{ name: 'app', ...(resources && { resources }) }] },
  };
}

function grounds(
  spec: Partial<VerticalPodAutoscaler['spec']> = {},
  target: Record<string, string> | undefined = { cpu: '163m', memory: '100Mi' },
  limits: LimitRange['spec']['limits'] = [],
): Grounds {
  const vpa = compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'ns' },
    spec: { targetRef: { kind: 'Deployment', name: 'web' }, ...spec },
    ...(target && {
      status: { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } },
    }),
  });
  const range: LimitRange = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'lr' },
    spec: { limits },
  };
  return {
    vpa,
    recommendation: vpa.recommendation,
    limits: effectiveLimits([range]),
    options: { startupBoost: true },
  };
}

function paths(thePod: Pod, theGrounds: Grounds): string[] {
  const decision = decidePod(thePod, theGrounds);
  if (decision.kind !== 'patched') throw new Error(decision.reason);
  return decision.operations.map(({ path }) => path);
}

describe('the patch of a pod', () => {
  it('adds missing parents above what it sets, in order', () => {
    expect(paths(pod(), grounds())).toEqual([
      '/metadata/annotations',
      '/spec/containers/0/resources',
      '/spec/containers/0/resources/requests',
      '/spec/containers/0/resources/requests/cpu',
      '/spec/containers/0/resources/requests/memory',
      '/metadata/annotations/vpaUpdates',
      '/metadata/annotations/vpaObservedContainers',
      '/metadata/annotations/plumbline.dev~1admitted-requests',
    ]);
  });

  describe('with a memory limit for what states none', () => {
    const MIB = 2 ** 20;
    const limitFor = (thePod: Pod, theGrounds: Grounds) => {
      const own = theGrounds.recommendation?.get('app');
      if (!own) throw new Error('nothing is recommended');
      const recommendation = new Map([['app', { ...own, memoryLimit: 500 * MIB }]]);
      const decision = decidePod(thePod, { ...theGrounds, recommendation });
      if (decision.kind !== 'patched') throw new Error(decision.reason);
      const [plan] = decision.plans;
      return [plan?.requests.memory, plan?.limits.memory].map((bytes) => bytes && bytes / MIB);
    };
    it.each<[string, ResourceRequirements | undefined, Grounds, [number, number?]]>([
      ['gets it', undefined, grounds(), [100, 500]],
      ['keeps its own', { requests: { memory: '50Mi' }, limits: { memory: '100Mi' } }, grounds(), [100, 200]],
      [
        'gets none if only its requests are controlled',
        undefined,
        grounds({
          resourcePolicy: { containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' }] },
        }),
        [100],
      ],
      [
        'gets no more than a LimitRange allows',
        undefined,
        grounds({}, undefined, [{ type: 'Container', max: { memory: '300Mi' } }]),
        [100, 300],
      ],
      [
        'gets no higher multiple of its request than a LimitRange allows',
        undefined,
        grounds({}, undefined, [{ type: 'Container', maxLimitRequestRatio: { memory: '2' } }]),
        [100, 200],
      ],
    ])('%s', (_what, resources, theGrounds, expected) => {
      expect(limitFor(pod(resources), theGrounds)).toEqual(
        expected.length === 2 ? expected : [...expected, undefined],
      );
    });
  });

  it.each<[string, Resource[], object[]]>([
    ['one', ['cpu'], [{ requests: { memory: 104857600 }, limits: {}, boosted: false }]],
    ['all', ['cpu', 'memory'], []],
  ])('leaves %s contested resources as they are, and their limits', (_some, contested, expected) => {
    const limited = pod({ requests: { cpu: '100m' }, limits: { cpu: '200m' } });
    const decision = decidePod(limited, {
      ...grounds(),
      contested: { has: (_name, one) => contested.some((resource) => resource === one) },
    });
    if (decision.kind !== 'patched') throw new Error(decision.reason);
    expect(decision.plans).toMatchObject(expected);
    expect(decision.plans).toHaveLength(expected.length);
    expect(decision.operations.filter(({ path }) => path.endsWith('/cpu'))).toEqual([]);
  });

  it.each<[string, QuotaLeft['of'], number, object]>([
    ['enough room', 'requests', 163, { requests: { cpu: 163 } }],
    ['no room for more CPU', 'requests', 162, { requests: { memory: 104857600 } }],
    ['no room for a higher limit', 'limits', 325, { requests: { memory: 104857600 } }],
    ['no room even for what is stated', 'requests', 50, { requests: { memory: 104857600 } }],
  ])('with %s in the quota changes nothing that would get the pod refused', (_name, of, free, expected) => {
    const stated = pod({ requests: { cpu: '100m' }, limits: { cpu: '200m' } });
    const quotas: QuotaLeft[] = [{ quota: 'q', of, resource: 'cpu', free }];
    const decision = decidePod(stated, { ...grounds(), quotas });
    expect(decision).toMatchObject({ kind: 'patched', plans: [expected] });
    const isLeft = decision.kind === 'patched' && decision.plans[0]?.requests.cpu === undefined;
    expect(isLeft).toBe(!('cpu' in (expected as { requests: object }).requests));
  });

  it.each<[string, QuotaLeft['of'][], string | undefined]>([
    ['the one with the least', ['requests', 'limits'], 'limits-b'],
    ['one that counts requests', ['requests'], 'requests-b'],
    ['none if all have room', [], undefined],
  ])('says which quota has no room: %s', (_name, tight, expected) => {
    const stated = pod({ requests: { cpu: '100m' }, limits: { cpu: '200m' } });
    const quotas = (['requests', 'limits'] as const).flatMap((of): QuotaLeft[] => {
      const [a, b] = !tight.includes(of) ? [900, 800] : of === 'requests' ? [150, 140] : [130, 120];
      return [
        { quota: `${of}-a`, of, resource: 'cpu', free: a },
        { quota: `${of}-b`, of, resource: 'cpu', free: b },
        { quota: `${of}-memory`, of, resource: 'memory', free: Number.MAX_SAFE_INTEGER },
      ];
    });
    const decision = decidePod(stated, { ...grounds(), quotas });
    if (decision.kind !== 'patched') throw new Error(decision.reason);
    expect(decision.beyond.get('cpu')?.quota).toBe(expected);
    expect(decision.beyond.has('memory')).toBe(false);
  });

  it('leaves out a boost that no quota has room for', () => {
    const boosting = grounds({ startupBoost: { cpu: { type: 'Factor', factor: 3 } } });
    const quotas: QuotaLeft[] = [{ quota: 'q', of: 'requests', resource: 'cpu', free: 200 }];
    const options = { ...boosting.options, startupBoost: true };
    const decision = decidePod(pod({ requests: { cpu: '100m' } }), { ...boosting, options, quotas });
    expect(decision).toMatchObject({
      kind: 'patched',
      plans: [{ requests: { cpu: 163 }, boosted: false }],
      boostWithheld: expect.stringContaining('quota'),
    });
  });

  it("boosts contested CPU from the pod's own request", () => {
    const boosted = {
      ...grounds({ startupBoost: { cpu: { factor: 3 } } }),
      contested: contestedByHpas([{ autoscaler: 'scaler', resource: 'cpu' }]),
    };
    expect(decidePod(pod({ requests: { cpu: '100m' } }), boosted)).toMatchObject({
      plans: [{ requests: { cpu: 300, memory: 104857600 }, boosted: true }],
    });
  });

  it('records an empty entry for a container without resources, as the reference does', () => {
    const nothing = grounds({}, undefined);
    const bare: Pod = {
      ...pod(),
      spec: { containers: [{ name: 'app' }, { name: 'b', resources: { limits: {} } }] },
    };
    const decision = decidePod(bare, { ...nothing, recommendation: undefined });
    expect(decision).toMatchObject({
      operations: [
        { path: '/metadata/annotations', value: {} },
        { path: '/spec/containers/0/resources', value: {} },
        { path: '/metadata/annotations/vpaUpdates', value: 'Pod resources updated by web: container 0: ' },
        { path: '/metadata/annotations/vpaObservedContainers', value: 'app, b' },
      ],
    });
    const off = grounds({ resourcePolicy: { containerPolicies: [{ containerName: 'app', mode: 'Off' }] } });
    expect(paths(bare, off)).toEqual([
      '/metadata/annotations',
      '/metadata/annotations/vpaObservedContainers',
    ]);
  });

  it('only marks a pod as observed while nothing is recommended', () => {
    const nothing = grounds({}, undefined);
    expect(paths(pod({ requests: {} }, { team: 'a' }), { ...nothing, recommendation: undefined })).toEqual([
      '/metadata/annotations/vpaObservedContainers',
    ]);
  });

  it('escapes the special characters of JSON pointers', () => {
    const boosted = grounds({ startupBoost: { cpu: { factor: 2 } } });
    expect(paths(pod({ requests: { cpu: '100m' } }), boosted)).toContain(
      '/metadata/annotations/vpaCpuStartupBoost~1app',
    );
  });

  it('states whole bytes of memory, also where that is only carried along', () => {
    const containers = [
      { name: 'app', resources: { requests: { cpu: '100m', memory: '100000000500m' } } },
      { name: 'log', resources: { limits: { memory: '200000000500m' } } },
    ];
    const decision = decidePod({ ...pod(), spec: { containers } }, grounds({}, { cpu: '200m' }));
    if (decision.kind !== 'patched') throw new Error(`it is ${decision.kind}`);
    const values = Object.fromEntries(decision.operations.map(({ path, value }) => [path, value]));
    expect(values).toMatchObject({
      '/spec/containers/0/resources/requests/cpu': '200m',
      '/spec/containers/0/resources/requests/memory': '100000001',
      '/spec/containers/1/resources/limits/memory': '200000001',
    });
  });

  it('is withheld if the pod would no longer fit the LimitRange of its namespace', () => {
    const containerPolicies = [{ containerName: '*', minAllowed: { cpu: '500m' } }];
    const decision = decidePod(
      pod({ requests: { cpu: '100m' } }),
      grounds({ resourcePolicy: { containerPolicies } }, undefined, [
        { type: 'Container', max: { cpu: '200m' } },
      ]),
    );
    expect(decision).toMatchObject({
      kind: 'unchanged',
      reason: 'patch-withheld',
      detail: expect.stringContaining('above the maximum of a LimitRange'),
    });
  });

  it('is withheld if the ratio of limit to request would grow too large', () => {
    const containerPolicies = [{ containerName: '*', controlledValues: 'RequestsOnly' as const }];
    const limits: LimitRange['spec']['limits'] = [{ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }];
    const decision = decidePod(
      pod({ requests: { cpu: '500m' }, limits: { cpu: '1' } }),
      grounds({ resourcePolicy: { containerPolicies } }, { cpu: '100m' }, limits),
    );
    expect(decision).toMatchObject({ reason: 'patch-withheld' });
  });

  it.each<[string, LimitRange['spec']['limits']]>([
    ['its requests alone exceed the maximum', [{ type: 'Pod', max: { memory: '64Mi' } }]],
    ['its limits are too many times its requests', [{ type: 'Pod', maxLimitRequestRatio: { cpu: '1.5' } }]],
  ])('is withheld if of all containers together %s', (_case, limits) => {
    const containers = [
      { name: 'app' },
      { name: 'log', resources: { requests: { cpu: '100m' }, limits: { cpu: '1', memory: '32Mi' } } },
    ];
    const both: Pod = { ...pod(), spec: { containers } };
    expect(decidePod(both, grounds({}, undefined, limits))).toMatchObject({ reason: 'patch-withheld' });
  });

  it('leaves out a boost that would make the pod invalid, and says so', () => {
    const boosting = grounds({ startupBoost: { cpu: { factor: 10 } } }, { cpu: '100m' }, [
      { type: 'Container', max: { cpu: '500m' } },
    ]);
    const decision = decidePod(pod({ requests: { cpu: '100m' }, limits: { cpu: '100m' } }), boosting);
    expect(decision).toMatchObject({ kind: 'patched', boostWithheld: expect.any(String) });
    if (decision.kind === 'patched') expect(decision.plans.map(({ boosted }) => boosted)).toEqual([false]);
  });

  it("leaves out a boost that the pod's own resources leave no room for", () => {
    const full = pod({ requests: { cpu: '100m' } });
    full.spec.resources = { requests: { cpu: '100m' } };
    const boosting = grounds({ startupBoost: { cpu: { factor: 3 } } }, { memory: '1Mi' });
    expect(decidePod(full, boosting)).toMatchObject({
      plans: [{ requests: { memory: 2 ** 20 }, boosted: false }],
    });
  });

  it('never writes a request of zero', () => {
    const decision = decidePod(pod({ requests: { cpu: '100m' } }), grounds({}, { cpu: '0', memory: '1Mi' }));
    expect(decision).toMatchObject({ plans: [{ requests: { memory: 2 ** 20 } }] });
    if (decision.kind === 'patched') expect(decision.plans[0]?.requests.cpu).toBeUndefined();
  });
});

describe('a pod with a patch', () => {
  const annotations = {
    vpaUpdates: 'Pod resources updated by web: container 0: cpu request',
    vpaObservedContainers: 'app',
  };

  it('is left alone when the API server reviews it again', () => {
    expect(decidePod(pod({}, annotations), grounds())).toMatchObject({ reason: 'already-patched' });
  });

  it('is patched again if another webhook added a container since', () => {
    const changed = pod({}, annotations);
    changed.spec.containers.push({ name: 'mesh' });
    expect(decidePod(changed, grounds()).kind).toBe('patched');
  });

  it('is patched if the patch is from another VPA', () => {
    const other = { ...annotations, vpaUpdates: 'Pod resources updated by old: container 0: cpu request' };
    expect(decidePod(pod({}, other), grounds()).kind).toBe('patched');
  });

  it('is patched if the annotations came from a copied template', () => {
    expect(decidePod(pod({}, annotations), { ...grounds(), markIsCopied: true }).kind).toBe('patched');
  });

  it('is not boosted twice', () => {
    const kept = JSON.stringify({ requests: { cpu: '100m' }, limits: {} });
    const boosted = pod({ requests: { cpu: '300m' } }, { ...annotations, 'vpaCpuStartupBoost/app': kept });
    boosted.spec.containers.push({ name: 'mesh' });
    const decision = decidePod(boosted, {
      ...grounds({ startupBoost: { cpu: { factor: 3 } } }),
      recommendation: undefined,
    });
    expect(decision).toMatchObject({ plans: [{ name: 'app', requests: { cpu: 300 } }] });
  });
});

describe('annotations of a pod', () => {
  const SENT = 262_144;
  const notes = (bytes: number) => ({ note: 'x'.repeat(bytes - 'note'.length) });
  const ours = () => {
    const decision = decidePod(pod(undefined, {}), grounds());
    if (decision.kind !== 'patched') throw new Error(decision.reason);
    return decision.operations
      .filter(({ path }) => path.startsWith('/metadata/annotations/'))
      .reduce((sum, { path, value }) => {
        const key = path.slice('/metadata/annotations/'.length).replace('~1', '/');
        return sum + key.length + String(value).length;
      }, 0);
  };

  it('never exceed with the patch what the API server takes', () => {
    expect(decidePod(pod(undefined, notes(SENT - ours())), grounds()).kind).toBe('patched');
    expect(decidePod(pod(undefined, notes(SENT - ours() + 1)), grounds())).toMatchObject({
      kind: 'unchanged',
      reason: 'patch-withheld',
      detail: expect.stringContaining('262144 bytes'),
    });
  });

  it('are counted in bytes, and those that the patch replaces once', () => {
    const wide = { note: '€'.repeat(Math.floor((SENT - ours()) / 3)) };
    expect(decidePod(pod(undefined, wide), grounds()).kind).toBe('unchanged');
    const left = SENT - ours() - 'note'.length;
    const replaced = { note: 'x'.repeat(left), 'plumbline.dev/admitted-requests': '{"app":{}}' };
    expect(decidePod(pod(undefined, replaced), grounds()).kind).toBe('patched');
  });
});
