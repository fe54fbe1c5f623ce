import { describe, expect, it } from 'vitest';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { refusal, ScriptedApi } from '@/tests/support/scripted-api';
import { until } from '@/tests/support/until';
import { silentLogger } from '../lib/report/log';
import type { OwnerRef } from '../objects/owners';
import { formatSelector } from '../objects/selector';
import type { KubeObject, OwnerReference } from '../objects/types';
import { WORKLOAD_KINDS } from '../objects/workload-kinds';
import { ClusterCaches } from './caches';
import { KubeClient } from './client';
import { TargetResolver } from './targets';

cleanUpAfterEach();

const PATHS = {
  deployments: '/apis/apps/v1/deployments',
  statefulSets: '/apis/apps/v1/statefulsets',
  daemonSets: '/apis/apps/v1/daemonsets',
  replicaSets: '/apis/apps/v1/replicasets',
  replicationControllers: '/api/v1/replicationcontrollers',
  jobs: '/apis/batch/v1/jobs',
  cronJobs: '/apis/batch/v1/cronjobs',
};
const ALL_ROLLOUTS = '/apis/argoproj.io/v1alpha1/rollouts';
/** Kinds of which only single objects may be read, unless a test serves their list. */
const NOT_TO_BE_FOLLOWED = [
  ALL_ROLLOUTS,
  '/apis/argoproj.io/v1alpha1/analysisruns',
  '/apis/apps.kruise.io/v1beta1/statefulsets',
];
const ROLLOUTS = '/apis/argoproj.io/v1alpha1/namespaces/shop/rollouts';

interface World {
  api: ScriptedApi;
  targets: TargetResolver;
}

/** A cluster with these workloads, its caches synced. */
async function cluster(workloads: Partial<Record<keyof typeof PATHS, object[]>>): Promise<World> {
  const api = await ScriptedApi.start();
  for (const kind of WORKLOAD_KINDS) api.serveList(PATHS[kind], workloads[kind] ?? []);
  api.serve('/apis/argoproj.io/v1alpha1', {
    resources: [
      { name: 'rollouts', kind: 'Rollout', namespaced: true },
      { name: 'rollouts/scale', kind: 'Scale', namespaced: true },
      { name: 'rollouts/status', kind: 'Rollout', namespaced: true },
      { name: 'analysisruns', kind: 'AnalysisRun', namespaced: true },
      { name: 'clusterthings', kind: 'ClusterThing', namespaced: false },
    ],
  });
  api.serveNothing('/apis/gone.example/v1');
  for (const path of NOT_TO_BE_FOLLOWED) api.serve(path, refusal(403, 'Forbidden', 'no watch'), 403);
  const client = KubeClient.connect(api.access());
  const caches = new ClusterCaches(client, { log: silentLogger });
  caches.start(WORKLOAD_KINDS);
  await Promise.all(WORKLOAD_KINDS.map((kind) => caches[kind].synced()));
  cleanups.push(
    () => api.close(),
    () => client.close(),
    () => caches.stop(),
  );
  return { api, targets: new TargetResolver(caches, client) };
}

function owned(...owners: OwnerReference[]) {
  return { ownerReferences: owners };
}

function owner(apiVersion: string, kind: string, name: string): OwnerReference {
  return { apiVersion, kind, name, uid: `uid-${name}`, controller: true };
}

function workload(name: string, spec: object, metadata: Partial<KubeObject['metadata']> = {}) {
  return {
    metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion: '1', ...metadata },
    spec,
  };
}

const selecting = (app: string) => ({ selector: { matchLabels: { app } } });

describe('the selector of a target', () => {
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [] } };
  const cases: [string, string, keyof typeof PATHS, object, string][] = [
    ['Deployment', 'apps/v1', 'deployments', selecting('x'), 'app=x'],
    ['StatefulSet', 'apps/v1', 'statefulSets', selecting('x'), 'app=x'],
    ['DaemonSet', 'apps/v1', 'daemonSets', selecting('x'), 'app=x'],
    ['ReplicaSet', 'apps/v1', 'replicaSets', selecting('x'), 'app=x'],
    ['ReplicationController', 'v1', 'replicationControllers', { selector: { app: 'x' } }, 'app=x'],
    ['Job', 'batch/v1', 'jobs', { selector: { matchLabels: { 'controller-uid': 'u' } } }, 'controller-uid=u'],
    ['CronJob', 'batch/v1', 'cronJobs', { jobTemplate: { spec: { template } } }, 'app=x'],
    [
      'Deployment',
      'apps/v1',
      'deployments',
      {
        selector: {
          matchLabels: { app: 'x' },
          matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['db', 'cache'] }],
        },
      },
      'app=x,tier notin (cache,db)',
    ],
  ];
  it.each(cases)('of kind %s (%s) comes from the cache', async (kind, apiVersion, list, spec, selector) => {
    const { api, targets } = await cluster({ [list]: [workload('x', spec)] });
    const asked = api.requests.length;
    const resolution = await targets.resolveTarget('shop', { apiVersion, kind, name: 'x' });
    expect(resolution).toMatchObject({ kind: 'found', topmost: { kind, name: 'x', uid: 'uid-x' } });
    if (resolution.kind === 'found') expect(formatSelector(resolution.selector)).toBe(selector);
    expect(api.requests).toHaveLength(asked);
  });

  it('is found without an apiVersion, since the kind is enough', async () => {
    const { targets } = await cluster({ deployments: [workload('x', selecting('x'))] });
    expect(await targets.resolveTarget('shop', { kind: 'Deployment', name: 'x' })).toMatchObject({
      kind: 'found',
      topmost: { apiVersion: 'apps/v1' },
    });
  });

  it.each(['v1', 'extensions/v1beta1', 'apps/v1beta2', 'other.example/v1', 'nonsense'])(
    'of a Deployment is found by kind alone, though the manifest says %s',
    async (apiVersion) => {
      const { api, targets } = await cluster({ deployments: [workload('x', selecting('x'))] });
      const asked = api.requests.length;
      expect(
        await targets.resolveTarget('shop', { apiVersion, kind: 'Deployment', name: 'x' }),
      ).toMatchObject({
        kind: 'found',
        topmost: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x', uid: 'uid-x' },
      });
      expect(api.requests).toHaveLength(asked);
    },
  );

  it('of any other kind comes from its scale, asked for once', async () => {
    const { api, targets } = await cluster({});
    api.serve(`${ROLLOUTS}/web`, workload('web', {}));
    api.serve(`${ROLLOUTS}/web/scale`, { status: { selector: 'app in (a,b),!legacy' } });
    const ref = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' };
    const resolution = await targets.resolveTarget('shop', ref);
    expect(resolution.kind).toBe('found');
    if (resolution.kind === 'found') expect(formatSelector(resolution.selector)).toBe('app in (a,b),!legacy');
    await targets.resolveTarget('shop', ref);
    expect(api.timesAsked(`${ROLLOUTS}/web/scale`)).toBe(1);
    expect(api.timesAsked('/apis/argoproj.io/v1alpha1')).toBe(1);
  });
});

describe('a target that cannot be followed', () => {
  it('is missing, for kinds in the caches and for others', async () => {
    const { api, targets } = await cluster({});
    api.serveNothing('/apis/apps/v1/namespaces/shop/deployments/web');
    api.serveNothing(`${ROLLOUTS}/web/scale`);
    for (const ref of [
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' },
    ])
      expect(await targets.resolveTarget('shop', ref)).toEqual({ kind: 'missing' });
  });

  it('is found by a request if the cache has not seen it yet', async () => {
    const { api, targets } = await cluster({});
    api.serve('/apis/apps/v1/namespaces/shop/deployments/web', workload('web', selecting('web')));
    expect(
      await targets.resolveTarget('shop', { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }),
    ).toMatchObject({ kind: 'found' });
  });

  const unsupported: [string, object, string][] = [
    ['argoproj.io/v1alpha1 AnalysisRun', {}, 'this kind has no scale subresource'],
    ['argoproj.io/v1alpha1 Rollout', { status: { replicas: 1 } }, 'its scale subresource names no selector'],
    ['argoproj.io/v1alpha1 ClusterThing', {}, 'the API server serves no namespaced kind ClusterThing'],
    ['gone.example/v1 Thing', {}, 'the API server serves no namespaced kind Thing in gone.example/v1'],
  ];
  it.each(unsupported)('is unsupported: %s', async (name, scale, detail) => {
    const { api, targets } = await cluster({});
    for (const plural of ['rollouts', 'analysisruns']) {
      const path = `/apis/argoproj.io/v1alpha1/namespaces/shop/${plural}/x`;
      api.serve(path, workload('x', {}));
      api.serve(`${path}/scale`, scale);
    }
    const [apiVersion = '', kind = ''] = name.split(' ');
    const resolution = await targets.resolveTarget('shop', { apiVersion, kind, name: 'x' });
    expect(resolution).toMatchObject({ kind: 'unsupported', detail: expect.stringContaining(detail) });
  });

  it.each([
    ['an empty selector', 'deployments', 'Deployment', {}],
    [
      'a template without labels',
      'cronJobs',
      'CronJob',
      { jobTemplate: { spec: { template: { spec: { containers: [] } } } } },
    ],
  ])('is unsupported with %s, which would match every pod', async (_, list, kind, spec) => {
    const { targets } = await cluster({ [list]: [workload('x', spec)] });
    expect((await targets.resolveTarget('shop', { kind, name: 'x' })).kind).toBe('unsupported');
  });

  it('is not topmost if a workload or something scalable owns it', async () => {
    const { api, targets } = await cluster({
      deployments: [workload('web', selecting('web'))],
      replicaSets: [
        workload('web-1', selecting('web'), owned(owner('apps/v1', 'Deployment', 'web'))),
        workload('roll-1', selecting('roll'), owned(owner('argoproj.io/v1alpha1', 'Rollout', 'roll'))),
      ],
    });
    api.serve(`${ROLLOUTS}/roll`, workload('roll', {}));
    api.serve(`${ROLLOUTS}/roll/scale`, { status: { selector: 'app=roll' } });
    for (const [name, by] of [
      ['web-1', 'Deployment'],
      ['roll-1', 'Rollout'],
    ])
      expect(await targets.resolveTarget('shop', { kind: 'ReplicaSet', name: name ?? '' })).toMatchObject({
        kind: 'not-topmost',
        by: { kind: by },
      });
  });

  it('is topmost if its owner is not scalable, as with operators', async () => {
    const { api, targets } = await cluster({
      deployments: [
        workload('web', selecting('web'), owned(owner('argoproj.io/v1alpha1', 'AnalysisRun', 'op'))),
      ],
    });
    api.serve('/apis/argoproj.io/v1alpha1/namespaces/shop/analysisruns/op', workload('op', {}));
    expect(await targets.resolveTarget('shop', { kind: 'Deployment', name: 'web' })).toMatchObject({
      kind: 'found',
    });
  });

  it('has failed if the server does not say', async () => {
    const { api, targets } = await cluster({});
    api.serve(`${ROLLOUTS}/web/scale`, { kind: 'Status', reason: 'InternalError', message: 'boom' }, 500);
    expect(
      await targets.resolveTarget('shop', {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Rollout',
        name: 'web',
      }),
    ).toMatchObject({ kind: 'failed', error: { kind: 'server' } });
  });
});

describe('a kind without a cache that may be watched', () => {
  const ref = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' };
  const rollout = (name: string, resourceVersion: string) =>
    workload(name, { template: { spec: { containers: [] } } }, { resourceVersion });

  async function following() {
    const { api, targets } = await cluster({
      replicaSets: [workload('r-1', selecting('web'), owned(owner(ref.apiVersion, 'Rollout', 'web')))],
    });
    api.serveList(ALL_ROLLOUTS, [rollout('web', '1'), rollout('till', '1')]);
    api.serve(`${ROLLOUTS}/web/scale`, { spec: { replicas: 3 }, status: { selector: 'app=web' } });
    return { api, targets };
  }

  it('needs no request per object to find owners, and none for a missing one', async () => {
    const { api, targets } = await following();
    expect(await targets.resolveTopmost('shop', [owner('apps/v1', 'ReplicaSet', 'r-1')])).toMatchObject({
      kind: 'controller',
      ref: { kind: 'Rollout', name: 'web' },
    });
    expect(await targets.resolveTarget('shop', { ...ref, name: 'none' })).toEqual({ kind: 'missing' });
    expect(api.requests.filter(({ url }) => url.startsWith(ROLLOUTS))).toEqual([]);
    const list = api.requests.find(({ url }) => url.startsWith(ALL_ROLLOUTS) && !url.includes('watch='));
    expect(list?.headers.accept).toContain('as=PartialObjectMetadataList');
  });

  it('has its scale read once, and again only after the object changed', async () => {
    const { api, targets } = await following();
    const selector = async () => {
      const found = await targets.resolveTarget('shop', ref);
      return found.kind === 'found' ? formatSelector(found.selector) : found.kind;
    };
    expect(await selector()).toBe('app=web');
    expect(await selector()).toBe('app=web');
    expect(targets.replicasOf('shop', owner(ref.apiVersion, 'Rollout', 'web'))).toBe(3);
    expect(api.timesAsked(`${ROLLOUTS}/web/scale`)).toBe(1);
    await until('a watch', () => api.watching(ALL_ROLLOUTS) === 1);
    api.serve(`${ROLLOUTS}/web/scale`, { spec: { replicas: 5 }, status: { selector: 'app=web' } });
    api.tell(ALL_ROLLOUTS, { type: 'MODIFIED', object: rollout('web', '1001') });
    await until(
      'other replicas',
      () => targets.replicasOf('shop', owner(ref.apiVersion, 'Rollout', 'web')) === 5,
    );
    expect(api.timesAsked(`${ROLLOUTS}/web/scale`)).toBe(2);
    api.tell(ALL_ROLLOUTS, { type: 'DELETED', object: rollout('web', '1002') });
    await until('its end', async () => (await targets.resolveTarget('shop', ref)).kind === 'missing');
  });
});

describe('the topmost controller of a pod', () => {
  const names = (ref: OwnerRef | undefined) => ref && `${ref.kind} ${ref.namespace}/${ref.name}`;

  it('is found in the caches at once', async () => {
    const { targets } = await cluster({
      deployments: [workload('web', selecting('web'))],
      replicaSets: [workload('web-1', selecting('web'), owned(owner('apps/v1', 'Deployment', 'web')))],
      cronJobs: [workload('nightly', { jobTemplate: { spec: { template: { spec: { containers: [] } } } } })],
      jobs: [workload('nightly-1', selecting('n'), owned(owner('batch/v1', 'CronJob', 'nightly')))],
    });
    expect(names(targets.topmostController('shop', [owner('apps/v1', 'ReplicaSet', 'web-1')]))).toBe(
      'Deployment shop/web',
    );
    expect(names(targets.topmostController('shop', [owner('batch/v1', 'Job', 'nightly-1')]))).toBe(
      'CronJob shop/nightly',
    );
  });

  it('tells apart equal kinds of other groups, and accepts old groups of Kubernetes', async () => {
    const { api, targets } = await cluster({
      statefulSets: [workload('db', selecting('db'))],
      deployments: [workload('web', selecting('web'))],
      replicaSets: [
        workload('web-1', selecting('web'), owned(owner('extensions/v1beta1', 'Deployment', 'web'))),
      ],
    });
    api.serve('/apis/apps.kruise.io/v1beta1', {
      resources: [
        { name: 'statefulsets', kind: 'StatefulSet', namespaced: true },
        { name: 'statefulsets/scale', kind: 'Scale', namespaced: true },
      ],
    });
    const sets = '/apis/apps.kruise.io/v1beta1/namespaces/shop/statefulsets';
    api.serve(`${sets}/db`, workload('db', {}));
    api.serve(`${sets}/db/scale`, { status: { selector: 'app=db' } });
    expect(
      await targets.resolveTopmost('shop', [owner('apps.kruise.io/v1beta1', 'StatefulSet', 'db')]),
    ).toMatchObject({ kind: 'controller', ref: { apiVersion: 'apps.kruise.io/v1beta1' } });
    expect(targets.topmost('shop', [owner('extensions/v1beta1', 'ReplicaSet', 'web-1')])).toMatchObject({
      kind: 'controller',
      ref: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    });
  });

  it('is none for a pod without a controller and for a static pod', async () => {
    const { targets } = await cluster({});
    expect(targets.topmost('shop', undefined)).toEqual({ kind: 'none' });
    expect(targets.topmost('shop', [{ ...owner('v1', 'Node', 'n'), controller: true }])).toEqual({
      kind: 'none',
    });
    expect(targets.topmost('shop', [{ ...owner('apps/v1', 'Deployment', 'x'), controller: false }])).toEqual({
      kind: 'none',
    });
  });

  it('of another kind is pending at first, and known after a request', async () => {
    const { api, targets } = await cluster({
      replicaSets: [workload('r-1', selecting('r'), owned(owner('argoproj.io/v1alpha1', 'Rollout', 'r')))],
    });
    api.serve(`${ROLLOUTS}/r`, workload('r', {}));
    api.serve(`${ROLLOUTS}/r/scale`, { status: { selector: 'app=r' } });
    const owners = [owner('apps/v1', 'ReplicaSet', 'r-1')];
    expect(targets.topmost('shop', owners).kind).toBe('pending');
    expect(targets.topmostController('shop', owners)).toBeUndefined();
    expect(await targets.resolveTopmost('shop', owners)).toMatchObject({
      kind: 'controller',
      ref: { name: 'r' },
    });
    expect(names(targets.topmostController('shop', owners))).toBe('Rollout shop/r');
  });

  it('is missing if an owner was replaced by another of the same name', async () => {
    const { api, targets } = await cluster({
      deployments: [workload('web', selecting('web'), { uid: 'younger' })],
    });
    api.serve('/apis/apps/v1/namespaces/shop/deployments/web', workload('web', {}, { uid: 'younger' }));
    expect(await targets.resolveTopmost('shop', [owner('apps/v1', 'Deployment', 'web')])).toMatchObject({
      kind: 'missing',
    });
  });

  it('may be read from the scale alone if the object itself is forbidden', async () => {
    const { api, targets } = await cluster({});
    api.serve(`${ROLLOUTS}/r`, { kind: 'Status', reason: 'Forbidden', message: 'no' }, 403);
    api.serve(`${ROLLOUTS}/r/scale`, { metadata: { uid: 'uid-r' }, status: { selector: 'app=r' } });
    expect(
      await targets.resolveTopmost('shop', [owner('argoproj.io/v1alpha1', 'Rollout', 'r')]),
    ).toMatchObject({ kind: 'controller', ref: { name: 'r' } });
  });

  it('ends at owners that own each other', async () => {
    const { targets } = await cluster({
      deployments: [
        workload('a', selecting('a'), owned(owner('apps/v1', 'Deployment', 'b'))),
        workload('b', selecting('b'), owned(owner('apps/v1', 'Deployment', 'a'))),
      ],
    });
    expect(targets.topmost('shop', [owner('apps/v1', 'Deployment', 'a')]).kind).toBe('controller');
  });
});

describe('what a namespace asks for', () => {
  const reference = (name: string) => owner('apps/v1', 'Deployment', name);

  it('never waits for the thousands of objects that another names', async () => {
    const { api, targets } = await cluster({});
    const path = '/apis/apps/v1/namespaces/shop/deployments/web';
    api.serve(path, workload('web', selecting('web')));
    const crowd = Array.from({ length: 8_000 }, (_, index) =>
      targets.resolveTopmost('crowd', [reference(`made-up-${index}`)]),
    );
    expect(await targets.resolveTarget('shop', { kind: 'Deployment', name: 'web' })).toMatchObject({
      kind: 'found',
    });
    const inCrowd = api.requests.filter(({ url }) => url.includes('/namespaces/crowd/'));
    expect(inCrowd.length).toBeLessThan(200);
    void Promise.all(crowd);
  });

  it('never waits for what pods under review name, though each is of another namespace', async () => {
    const { api, targets } = await cluster({});
    api.serve('/apis/apps/v1/namespaces/shop/deployments/web', workload('web', selecting('web')));
    for (let index = 0; index < 53_000; index++)
      targets.topmostController(`forged-${index}`, [reference('made-up')], 'reviews');
    expect((await targets.resolveTarget('shop', { kind: 'Deployment', name: 'web' })).kind).toBe('found');
    expect(api.requests.filter(({ url }) => url.includes('/forged-')).length).toBeLessThan(100);
  });

  it('is not asked of the API server if no object can have such a name', async () => {
    const { api, targets } = await cluster({});
    const asked = api.requests.length;
    const name = 'x'.repeat(1_000_000);
    expect(await targets.resolveTarget('shop', { kind: 'Deployment', name })).toEqual({ kind: 'missing' });
    expect((await targets.resolveTopmost('shop', [reference(name)])).kind).toBe('missing');
    expect(api.requests).toHaveLength(asked);
  });
});

describe('targets of kinds without a cache', () => {
  it('are all found, even if more kinds are asked for at once than are followed', async () => {
    const { api, targets } = await cluster({});
    const kinds = Array.from({ length: 100 }, (_, index) => `Kind${index}`);
    const plural = (kind: string) => `${kind.toLowerCase()}s`;
    api.serve('/apis/many.example/v1', {
      resources: kinds.flatMap((kind) => [
        { name: plural(kind), kind, namespaced: true },
        { name: `${plural(kind)}/scale`, kind: 'Scale', namespaced: true },
      ]),
    });
    for (const kind of kinds) {
      api.serveList(`/apis/many.example/v1/${plural(kind)}`, [workload('x', {})]);
      api.serve(`/apis/many.example/v1/namespaces/shop/${plural(kind)}/x`, workload('x', {}));
      api.serve(`/apis/many.example/v1/namespaces/shop/${plural(kind)}/x/scale`, {
        metadata: { name: 'x', namespace: 'shop' },
        status: { selector: 'app=x' },
      });
    }
    const found = await Promise.all(
      kinds.map((kind) => targets.resolveTarget('shop', { apiVersion: 'many.example/v1', kind, name: 'x' })),
    );
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['found']));
  });

  it('cost one request all together if nobody serves them, however many pods name', async () => {
    const { api, targets } = await cluster({});
    api.serve('/apis', { groups: [{ versions: [{ groupVersion: 'argoproj.io/v1alpha1' }] }] });
    const groups = Array.from({ length: 500 }, (_, index) => `made-up-${index}.example/v1`);
    const found = await Promise.all(
      [...groups, 'v7'].map((group) => targets.resolveTopmost('shop', [owner(group, 'Thing', 'x')])),
    );
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['none']));
    expect(api.timesAsked('/apis')).toBe(1);
    expect(api.requests.filter(({ url }) => /made-up|v7/.test(url))).toEqual([]);
  });

  it('are followed up to a bound, however many pods name', async () => {
    const { api, targets } = await cluster({});
    const kinds = Array.from({ length: 120 }, (_, index) => `kind${index}`);
    api.serve('/apis/many.example/v1', {
      resources: kinds.map((kind) => ({ name: `${kind}s`, kind, namespaced: true })),
    });
    for (const kind of kinds) {
      api.serveList(`/apis/many.example/v1/${kind}s`, []);
      api.serveNothing(`/apis/many.example/v1/namespaces/shop/${kind}s/x`);
    }
    await Promise.all(
      kinds.map((kind) => targets.resolveTopmost('shop', [owner('many.example/v1', kind, 'x')])),
    );
    const followed = kinds.filter((kind) => api.watching(`/apis/many.example/v1/${kind}s`) > 0);
    expect(followed.length).toBeGreaterThan(0);
    expect(followed.length).toBeLessThanOrEqual(64);
  });

  it.each([
    ['v1', 'Secret', '/api/v1', 'secrets'],
    ['events.k8s.io/v1', 'Event', '/apis/events.k8s.io/v1', 'events'],
  ])('are not followed for a pod that names a %s %s as its owner', async (apiVersion, kind, path, plural) => {
    const { api, targets } = await cluster({});
    api.serve(path, { resources: [{ name: plural, kind, namespaced: true }] });
    api.serve(`${path}/namespaces/shop/${plural}/x`, workload('x', {}));
    await targets.resolveTopmost('shop', [owner(apiVersion, kind, 'x')]);
    expect(api.timesAsked(`${path}/namespaces/shop/${plural}/x`)).toBe(1);
    expect(api.timesAsked(`${path}/${plural}`)).toBe(0);
  });

  it('are not followed as targets if they have no scale', async () => {
    const { api, targets } = await cluster({});
    const ref = { apiVersion: 'argoproj.io/v1alpha1', kind: 'AnalysisRun', name: 'x' };
    const all = '/apis/argoproj.io/v1alpha1/analysisruns';
    api.serveList(all, []);
    api.serve('/apis/argoproj.io/v1alpha1/namespaces/shop/analysisruns/x', workload('x', {}));
    expect(await targets.resolveTarget('shop', ref)).toMatchObject({ kind: 'unsupported' });
    expect(api.timesAsked(all)).toBe(0);
  });
});
