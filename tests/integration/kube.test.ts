import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createRegistry } from '@/sandbox/api/create-registry';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { type ApiServer, startApiServer } from '@/sandbox/api/server';
import { loadAccess } from '@/server/kube/access';
import type { CachedKind } from '@/server/kube/cached-kinds';
import { ClusterCaches } from '@/server/kube/caches';
import { KubeClient } from '@/server/kube/client';
import { problemOf } from '@/server/kube/errors';
import { EventRecorder } from '@/server/kube/events';
import { LeaseKeeper, readLease } from '@/server/kube/lease';
import { TargetResolver } from '@/server/kube/targets';
import type { CacheState } from '@/server/kube/watch-cache';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, ManualClock, wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, apiVersionOf, type KubeResource, pathOf } from '@/server/objects/resources';
import type { KubeEvent, KubeList, KubeObject, Pod } from '@/server/objects/types';

const CRDS = 'deploy/crds';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const SPEED = 100;
const TIMINGS = { pollMs: 20, backoff: { firstMs: 5, longestMs: 40 } };

let registry: ObjectRegistry;
let server: ApiServer;
let folder: string;
const cleanups: (() => Promise<unknown> | unknown)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kube-'));
  registry = await createRegistry({ clock: wallClock, log: silentLogger });
  server = await startApiServer({ port: 0, clock: wallClock, log: silentLogger, registry });
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await server.close();
  rmSync(folder, { recursive: true });
});

function kubeconfigFile(text: string): string {
  const file = path.join(folder, 'kubeconfig');
  writeFileSync(file, text);
  return file;
}

/** Its clock runs fast, so that the pauses between two looks at the kubeconfig are short. */
function clientOf(kubeconfig: string): KubeClient {
  const access = loadAccess({ kubeconfig, environment: {} });
  const clock = acceleratedClock(wallClock.now(), SPEED);
  const client = KubeClient.connect(access, { clock, qps: 100, burst: 1000, timeoutMs: 60_000 * SPEED });
  cleanups.push(() => client.close());
  return client;
}

function clientAs(user: 'admin' | 'viewer' | 'limited'): KubeClient {
  return clientOf(kubeconfigFile(server.kubeconfig(user)));
}

function cachesOver(client: KubeClient, kinds: readonly CachedKind[]): ClusterCaches {
  const caches = new ClusterCaches(client, { log: silentLogger, timings: TIMINGS });
  cleanups.push(() => caches.stop());
  caches.start(kinds);
  return caches;
}

function manifests(file: string): KubeObject[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as KubeObject);
}

async function installDefinitions(): Promise<void> {
  for (const file of readdirSync(CRDS).filter((name) => name.endsWith('.yaml')))
    for (const definition of manifests(path.join(CRDS, file))) await registry.create(DEFINITIONS, definition);
}

function pod(name: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels: { app: 'x' } },
    spec: {
      containers: [
        {
          name: 'app',
          image: 'img',
          env: [{ name: 'A', value: 'secret' }],
          resources: { requests: { cpu: '1' } },
        },
      ],
    },
  };
}

function create<T extends KubeObject>(client: KubeClient, resource: KubeResource, object: T): Promise<T> {
  return client.request<T>('POST', pathOf(resource, object.metadata.namespace), { body: object });
}

function until(subscribe: (look: () => void) => () => void, reached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let end = () => {};
    const look = () => {
      if (!reached()) return;
      end();
      resolve();
    };
    end = subscribe(look);
    look();
  });
}

function stateOf(
  cache: { state: CacheState; onState(look: () => void): () => void },
  kind: CacheState['kind'],
): Promise<void> {
  return until(
    (look) => cache.onState(look),
    () => cache.state.kind === kind,
  );
}

describe('over a real API server with TLS and tokens', () => {
  it('lists, watches and projects pods', async () => {
    const client = clientAs('admin');
    await create(client, API_RESOURCES.pods, pod('before'));
    const caches = cachesOver(client, ['pods']);
    await caches.pods.synced();
    await create(client, API_RESOURCES.pods, pod('after'));
    const names = () => [...caches.pods.list('default')].map(({ metadata }) => metadata.name).sort();
    await until(
      (look) => caches.pods.subscribe({ added: look }),
      () => names().length === 2,
    );
    expect(names()).toEqual(['after', 'before']);
    const seen = caches.pods.get('default', 'after');
    expect(seen).toMatchObject({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'app' }] } });
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(seen?.metadata.managedFields).toBeUndefined();
    await client.request('DELETE', pathOf(API_RESOURCES.pods, 'default', 'before'), {
      query: { gracePeriodSeconds: 0 },
    });
    await until(
      (look) => caches.pods.subscribe({ deleted: look }),
      () => names().length === 1,
    );
  });

  it('reads every cached kind', async () => {
    await installDefinitions();
    const kinds: CachedKind[] = [
      'pods',
      'vpas',
      'checkpoints',
      'nodes',
      'limitRanges',
      'resourceQuotas',
      'podDisruptionBudgets',
      'horizontalPodAutoscalers',
      'replicaSets',
      'deployments',
      'statefulSets',
      'daemonSets',
      'jobs',
      'cronJobs',
      'replicationControllers',
    ];
    const caches = cachesOver(clientAs('admin'), kinds);
    await caches.settled(kinds);
    for (const kind of kinds) expect([kind, caches[kind].state.kind]).toEqual([kind, 'synced']);
  });

  it('finds expired credentials refused, and connects once the kubeconfig is renewed', async () => {
    const file = kubeconfigFile(server.kubeconfig('admin').replace(server.tokens.admin, 'expired'));
    const client = clientOf(file);
    const caches = cachesOver(client, ['pods']);
    await stateOf(caches.pods, 'failing');
    const { state } = caches.pods;
    expect(state).toMatchObject({ kind: 'failing', error: { kind: 'unauthorized', status: 401 } });
    if (state.kind === 'failing') expect(problemOf(state.error)).toBe('credentials-refused');

    kubeconfigFile(server.kubeconfig('admin'));
    await stateOf(caches.pods, 'synced');
  });

  it('reports what is forbidden, and for whom', async () => {
    const caches = cachesOver(clientAs('limited'), ['nodes']);
    await stateOf(caches.nodes, 'forbidden');
    const { state } = caches.nodes;
    if (state.kind !== 'forbidden') throw new Error('nodes must be forbidden');
    expect(state.error.message).toContain('User "limited" cannot list resource "nodes"');
    expect(problemOf(state.error)).toBe('access-forbidden');
  });

  it('finds the resource definitions absent, and the objects once they are installed', async () => {
    const client = clientAs('admin');
    const caches = cachesOver(client, ['vpas']);
    await stateOf(caches.vpas, 'absent');
    await installDefinitions();
    await stateOf(caches.vpas, 'synced');
    await create(client, API_RESOURCES.vpas, vpa({}));
    await until(
      (look) => caches.vpas.subscribe({ added: look }),
      () => caches.vpas.size === 1,
    );
  });

  it('finds the resource definitions gone when they are deleted, and the objects of the next ones', async () => {
    await installDefinitions();
    const client = clientAs('admin');
    await create(client, API_RESOURCES.vpas, vpa({}));
    const caches = cachesOver(client, ['vpas']);
    await stateOf(caches.vpas, 'synced');
    const gone: string[] = [];
    caches.vpas.subscribe({ deleted: ({ metadata }) => gone.push(metadata.name) });
    for (const { metadata } of [...registry.list(DEFINITIONS)])
      registry.delete(DEFINITIONS, undefined, metadata.name);
    await stateOf(caches.vpas, 'absent');
    expect(gone).toEqual(['web']);
    expect(caches.vpas.size).toBe(0);

    await installDefinitions();
    await create(client, API_RESOURCES.vpas, vpa({}, 'next'));
    await stateOf(caches.vpas, 'synced');
    await until(
      (look) => caches.vpas.subscribe({ added: look }),
      () => caches.vpas.get('default', 'next') !== undefined,
    );
  });

  it('reports that the server is down, and catches up when it is back', async () => {
    const client = clientAs('admin');
    await create(client, API_RESOURCES.pods, pod('first'));
    const caches = cachesOver(client, ['pods']);
    await caches.pods.synced();
    const { url, tokens } = server;
    await server.close();
    await stateOf(caches.pods, 'failing');
    expect(caches.pods.size).toBe(1);
    await registry.create('pods', pod('meanwhile'));
    const port = Number(new URL(url).port);
    server = await startApiServer({ port, clock: wallClock, log: silentLogger, registry, tokens });
    // The server made a new authority for itself, of which the kubeconfig tells.
    kubeconfigFile(server.kubeconfig('admin'));
    await until(
      (look) => caches.pods.subscribe({ added: look }),
      () => caches.pods.size === 2,
    );
    await stateOf(caches.pods, 'synced');
  });

  it('resolves a Deployment that runs, and its pods’ topmost controller', async () => {
    const client = clientAs('admin');
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'app', image: 'i' }] },
    };
    const deployment = await create(client, API_RESOURCES.deployments, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default' },
      spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template },
    } as KubeObject);
    const caches = cachesOver(client, ['deployments', 'replicaSets']);
    await caches.settled(['deployments', 'replicaSets']);
    const targets = new TargetResolver(caches, client);
    expect(await targets.resolveTarget('default', { kind: 'Deployment', name: 'web' })).toMatchObject({
      kind: 'found',
      selector: [{ key: 'app', operator: 'In', values: ['web'] }],
      topmost: { uid: deployment.metadata.uid },
    });
    expect(await targets.resolveTarget('default', { kind: 'Deployment', name: 'absent' })).toEqual({
      kind: 'missing',
    });
  });
});

describe('events', () => {
  function recorderOf(client: KubeClient) {
    const metrics = new Registry();
    const events = new EventRecorder({
      client,
      clock: wallClock,
      log: silentLogger,
      component: 'plumbline',
      metrics,
    });
    const dropped = async () =>
      (await metrics.getSingleMetric('plumbline_events_dropped_total')?.get())?.values[0]?.value;
    return { events, dropped };
  }

  it('are written once and then counted', async () => {
    const client = clientAs('admin');
    const { events, dropped } = recorderOf(client);
    const object = await create(client, API_RESOURCES.pods, pod('p'));
    for (let count = 0; count < 3; count++)
      events.emit({ object, type: 'Normal', reason: 'EvictedByVPA', message: 'once more' });
    events.emit({ object, type: 'Warning', reason: 'EvictedByVPA', message: 'another thing' });
    await events.flush();
    const { items } = await client.request<KubeList<KubeEvent>>(
      'GET',
      pathOf(API_RESOURCES.events, 'default'),
    );
    const told = items.map(({ reason, message, count, type }) => [type, reason, message, count]).sort();
    expect(told).toEqual([
      ['Normal', 'EvictedByVPA', 'once more', 3],
      ['Warning', 'EvictedByVPA', 'another thing', 1],
    ]);
    expect(items[0]?.involvedObject).toMatchObject({ kind: 'Pod', name: 'p', uid: object.metadata.uid });
    expect(await dropped()).toBe(0);
  });

  it('that may not be written are dropped and counted, and nobody waits for them', async () => {
    const { events, dropped } = recorderOf(clientAs('viewer'));
    events.emit({ object: pod('p'), type: 'Normal', reason: 'EvictedByVPA', message: 'm' });
    await events.flush();
    expect(await dropped()).toBe(1);
  });
});

describe('a lease', () => {
  /** Leases have time limits of their own. */
  const inRealTime = () => {
    const access = loadAccess({ kubeconfig: kubeconfigFile(server.kubeconfig('admin')) });
    const client = KubeClient.connect(access);
    cleanups.push(() => client.close());
    return client;
  };
  const keeper = (client: Pick<KubeClient, 'request'>, holder: string) =>
    new LeaseKeeper(
      client,
      { namespace: 'kube-system', name: 'leader', holder, durationMs: 60_000 },
      wallClock,
    );

  it('is held by one at a time, and passes to the next on release', async () => {
    const client = inRealTime();
    const read = () => readLease(client, 'kube-system', 'leader');
    expect(await read()).toBeUndefined();
    const [first, second] = [keeper(client, 'first'), keeper(client, 'second')];
    expect(await first.acquire()).toEqual({ kind: 'held' });
    expect(await second.acquire()).toMatchObject({ kind: 'held-by-other', holder: 'first' });
    expect(await first.acquire()).toEqual({ kind: 'held' });
    expect(await read()).toMatchObject({ spec: { holderIdentity: 'first' } });
    await first.release();
    expect(await second.acquire()).toEqual({ kind: 'held' });
    const lease = await client.request('GET', pathOf(API_RESOURCES.leases, 'kube-system', 'leader'));
    expect(lease).toMatchObject({ spec: { holderIdentity: 'second', leaseTransitions: 1 } });
  });

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])('is taken over by a clock %s only if it was not renewed for its duration', async (_, apartMs) => {
    const client = inRealTime();
    const identity = { namespace: 'kube-system', name: 'leader', durationMs: 15_000 };
    const theirs = new ManualClock(wallClock.now());
    const ours = new ManualClock(theirs.now() + apartMs);
    const leader = new LeaseKeeper(client, { ...identity, holder: 'leader' }, theirs);
    const other = new LeaseKeeper(client, { ...identity, holder: 'other' }, ours);
    await leader.acquire();
    for (let renewals = 0; renewals < 5; renewals++) {
      expect(await other.acquire()).toMatchObject({ kind: 'held-by-other', holder: 'leader' });
      for (const clock of [ours, theirs]) await clock.advance(10_000);
      await leader.acquire();
    }
    expect(await other.acquire()).toMatchObject({ kind: 'held-by-other', holder: 'leader' });
    await ours.advance(14_999);
    expect(await other.acquire()).toMatchObject({ kind: 'held-by-other', holder: 'leader' });
    await ours.advance(1);
    expect(await other.acquire()).toEqual({ kind: 'held' });
  });

  it('has one winner when many try at once', async () => {
    const client = inRealTime();
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((holder) => keeper(client, holder).acquire()),
    );
    expect(outcomes.filter(({ kind }) => kind === 'held')).toHaveLength(1);
  });

  it('is shared by heartbeats of all replicas', async () => {
    const client = inRealTime();
    await keeper(client, 'a').heartbeat();
    expect(await keeper(client, 'b').heartbeat()).toEqual({ kind: 'held' });
    const lease = await readLease(client, 'kube-system', 'leader');
    expect(lease).toMatchObject({ spec: { holderIdentity: 'b' } });
  });

  it('is renewed by one request while one process beats alone, and read first while several do', async () => {
    const client = inRealTime();
    const asked: string[] = [];
    const counted: Pick<KubeClient, 'request'> = {
      request: (method, ...rest) => {
        asked.push(method);
        return client.request(method, ...rest);
      },
    };
    const beats = async (keepers: readonly LeaseKeeper[]) => {
      asked.length = 0;
      for (const one of keepers) expect(await one.heartbeat()).toEqual({ kind: 'held' });
      return asked.join(' ');
    };
    const [a, b] = ['a', 'b'].map((holder) => keeper(counted, holder)) as [LeaseKeeper, LeaseKeeper];
    expect(await beats([a, a, a])).toBe('GET POST PUT PUT');
    expect(await beats([b, a])).toBe('GET PUT PUT GET PUT');
    expect(await beats([b, a, b, a])).toBe('GET PUT GET PUT GET PUT GET PUT');
    expect(await beats([a, a])).toBe('GET PUT PUT');
  });
});

function vpa(spec: object, name = 'web') {
  return {
    apiVersion: apiVersionOf(API_RESOURCES.vpas),
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'default' },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, ...spec },
  };
}

describe('the resource definitions', () => {
  beforeEach(installDefinitions);
  const container = (policy: object) => ({
    resourcePolicy: { containerPolicies: [{ containerName: 'app', ...policy }] },
  });

  const accepted: [string, object][] = [
    [
      'every mode',
      { updatePolicy: { updateMode: 'InPlaceOrRecreate', minReplicas: 1, evictAfterOOMSeconds: 300 } },
    ],
    ['the deprecated mode', { updatePolicy: { updateMode: 'Auto' } }],
    ['a recommender', { recommenders: [{ name: 'other' }] }],
    [
      'amounts as numbers and texts',
      container({ minAllowed: { cpu: 1, memory: '100Mi' }, maxAllowed: { cpu: '1.5' } }),
    ],
    ['settings for OOMs', container({ oomBumpUpRatio: '1.5', oomMinBumpUp: 1048576 })],
    [
      'aggregation',
      container({ memoryAggregationIntervalSeconds: 3600, memoryAggregationIntervalCount: 24 }),
    ],
    ['a boost', { startupBoost: { cpu: { type: 'Quantity', quantity: '500m', durationSeconds: 0 } } }],
    ['a boost for one container', container({ startupBoost: { cpu: { type: 'Factor', factor: 2 } } })],
    [
      'requirements',
      {
        updatePolicy: {
          updateMode: 'Recreate',
          evictionRequirements: [{ resources: ['cpu'], changeRequirement: 'TargetLowerThanRequests' }],
        },
      },
    ],
  ];
  it.each(accepted)('accept %s', async (_, spec) => {
    const made = await create(clientAs('admin'), API_RESOURCES.vpas, vpa(spec));
    expect(made).toMatchObject({ spec });
  });

  const refused: [string, object, string][] = [
    ['no target', { targetRef: undefined }, 'spec.targetRef'],
    ['a target without name', { targetRef: { kind: 'Deployment' } }, 'spec.targetRef.name'],
    ['an unknown mode', { updatePolicy: { updateMode: 'Sometimes' } }, 'spec.updatePolicy.updateMode'],
    ['a policy without mode', { updatePolicy: { minReplicas: 1 } }, 'spec.updatePolicy.updateMode'],
    [
      'no replica at all',
      { updatePolicy: { updateMode: 'Off', minReplicas: 0 } },
      'spec.updatePolicy.minReplicas',
    ],
    ['two recommenders', { recommenders: [{ name: 'a' }, { name: 'b' }] }, 'spec.recommenders'],
    ['a nameless policy', { resourcePolicy: { containerPolicies: [{}] } }, 'containerName'],
    ['unknown controlled values', container({ controlledValues: 'LimitsOnly' }), 'controlledValues'],
    ['a negative amount', container({ minAllowed: { cpu: '-1' } }), 'minAllowed'],
    ['what is no amount', container({ maxAllowed: { memory: 'much' } }), 'maxAllowed'],
    [
      'an interval of nothing',
      container({ memoryAggregationIntervalSeconds: 0 }),
      'memoryAggregationIntervalSeconds',
    ],
    [
      'a boost by nothing',
      { startupBoost: { cpu: { type: 'Factor', factor: 0 } } },
      'spec.startupBoost.cpu.factor',
    ],
    ['a boost without a type', { startupBoost: { cpu: { factor: 2 } } }, 'spec.startupBoost.cpu.type'],
    [
      'a boost by both amounts',
      { startupBoost: { cpu: { type: 'Factor', factor: 2, quantity: '1' } } },
      'spec.startupBoost.cpu',
    ],
    ['a boost of unknown type', { startupBoost: { cpu: { type: 'Percent' } } }, 'spec.startupBoost.cpu.type'],
  ];
  it.each(refused)('refuse %s, naming the field', async (_, spec, field) => {
    await expect(create(clientAs('admin'), API_RESOURCES.vpas, vpa(spec))).rejects.toMatchObject({
      kind: 'invalid',
      status: 422,
      message: expect.stringContaining(field),
    });
  });

  it('accept every policy that the reference’s admission accepts, except for values that its own definitions refuse', async () => {
    const packed = readFileSync('tests/conformance/vectors/validation.json.gz');
    const vectors = JSON.parse(gunzipSync(packed).toString()) as {
      cases: { name: string; vpa: KubeObject; valid: boolean }[];
    };
    const client = clientAs('admin');
    await registry.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns' } });
    const refusedOnes: string[] = [];
    for (const [index, { name, vpa: object }] of vectors.cases.filter(({ valid }) => valid).entries()) {
      const metadata = { ...object.metadata, name: `v${index}` };
      await create(client, API_RESOURCES.vpas, { ...object, metadata }).catch(() => refusedOnes.push(name));
    }
    expect(refusedOnes).toEqual(['bad-controlled-values', 'boost-both']);
  });

  it('separate status from the rest for policies, and not for checkpoints', async () => {
    const client = clientAs('admin');
    const status = { conditions: [{ type: 'RecommendationProvided', status: 'True' }] };
    const policy = await create(client, API_RESOURCES.vpas, { ...vpa({}), status });
    expect(policy).not.toHaveProperty('status');
    const checkpoint = {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscalerCheckpoint',
      metadata: { name: 'web-app', namespace: 'default' },
      spec: { vpaObjectName: 'web', containerName: 'app' },
      status: {
        version: 'v3',
        firstSampleStart: '2026-01-01T00:00:00Z',
        lastUpdateTime: null,
        totalSamplesCount: 3,
        cpuHistogram: {
          referenceTimestamp: '2026-01-02T00:00:00Z',
          bucketWeights: { 0: 10000, 17: 3 },
          totalWeight: 0.3,
        },
      },
    };
    expect(await create(client, API_RESOURCES.checkpoints, checkpoint)).toMatchObject({
      status: checkpoint.status,
    });
  });
});

describe('the permissions', () => {
  /** Grants a user of the embedded cluster what the manifest grants the service account. */
  async function grant(without: readonly string[] = []): Promise<KubeClient> {
    const rights = [
      ...manifests('deploy/rbac/rbac.yaml'),
      ...manifests('deploy/account/account.yaml'),
      ...manifests('deploy/one-pod/plumbline.yaml'),
    ];
    const isRight = ({ kind }: KubeObject) =>
      /^(Namespace|ServiceAccount|(Cluster)?Role(Binding)?)$/.test(kind ?? '');
    for (const manifest of rights.filter(isRight)) {
      if (without.includes(manifest.metadata.name)) continue;
      const plural = { Namespace: 'namespaces', ServiceAccount: 'serviceaccounts' }[manifest.kind];
      const resource = plural ?? `${manifest.kind.toLowerCase()}s.rbac.authorization.k8s.io`;
      const subjects = [{ kind: 'User', name: 'limited', apiGroup: 'rbac.authorization.k8s.io' }];
      await registry.create(resource, 'subjects' in manifest ? { ...manifest, subjects } : manifest);
    }
    return clientAs('limited');
  }

  async function mayOf(client: KubeClient, sentence: string): Promise<boolean> {
    const [verb, kind = '', namespace, name] = sentence.split(' ');
    const [resourceAndGroup = '', subresource] = kind.split('/');
    const [resource = '', ...group] = resourceAndGroup.split('.');
    const review = await client.request<{ status: { allowed: boolean } }>(
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      {
        body: {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: {
            resourceAttributes: { verb, group: group.join('.'), resource, subresource, namespace, name },
          },
        },
      },
    );
    return review.status.allowed;
  }

  it('cover what the roles do', async () => {
    const client = await grant();
    const needed = [
      'watch pods',
      'list replicasets.apps',
      'watch verticalpodautoscalers.autoscaling.k8s.io',
      'get rollouts.argoproj.io/scale shop web',
      'list pods.metrics.k8s.io',
      'watch events',
      'create events shop',
      'patch verticalpodautoscalers.autoscaling.k8s.io/status shop web',
      'patch verticalpodautoscalers.autoscaling.k8s.io shop web',
      'create verticalpodautoscalers.autoscaling.k8s.io shop',
      'delete verticalpodautoscalers.autoscaling.k8s.io shop web',
      'watch verticalscalingpolicies.plumbline.dev',
      'patch verticalscalingpolicies.plumbline.dev/status shop',
      'patch verticalpodautoscalercheckpoints.autoscaling.k8s.io shop web-app',
      'create pods/eviction shop web-1',
      'patch pods/resize shop web-1',
      'update mutatingwebhookconfigurations.admissionregistration.k8s.io  plumbline',
      'update leases.coordination.k8s.io kube-system vpa-admission-controller',
      'update leases.coordination.k8s.io plumbline plumbline-updater',
      'update secrets plumbline plumbline-webhook-certificates',
      'watch configmaps plumbline plumbline-stops',
      'get secrets kube-system plumbline-webhook-certificates',
    ];
    const missing = [];
    for (const sentence of needed) if (!(await mayOf(client, sentence))) missing.push(sentence);
    expect(missing).toEqual([]);
  });

  it('cover what admission does when it runs alone', async () => {
    const client = await grant(['plumbline-recommender', 'plumbline-updater', 'plumbline-rules']);
    expect(await mayOf(client, 'patch verticalpodautoscalers.autoscaling.k8s.io/status shop web')).toBe(true);
    expect(await mayOf(client, 'patch verticalpodautoscalers.autoscaling.k8s.io shop web')).toBe(false);
  });

  it('let VPAs be made and deleted only by what keeps those of policies', async () => {
    const client = await grant(['plumbline-rules']);
    for (const verb of ['create', 'delete'])
      expect(await mayOf(client, `${verb} verticalpodautoscalers.autoscaling.k8s.io shop web`)).toBe(false);
  });

  it('cover nothing beyond', async () => {
    const client = await grant();
    const excessive = [
      'delete pods shop web-1',
      'update deployments.apps shop web',
      'get secrets shop any',
      'get secrets kube-system other',
      'get secrets plumbline other',
      'create secrets plumbline',
      'create secrets kube-system',
      'create configmaps plumbline',
      'create leases.coordination.k8s.io plumbline',
      'create mutatingwebhookconfigurations.admissionregistration.k8s.io',
      'update secrets kube-system plumbline-webhook-certificates',
      'patch pods shop web-1',
      'update pods shop web-1',
      'patch pods/ephemeralcontainers shop web-1',
      'update leases.coordination.k8s.io kube-system kube-controller-manager',
      'update mutatingwebhookconfigurations.admissionregistration.k8s.io  another',
      'update rollouts.argoproj.io/scale shop web',
      'create clusterrolebindings.rbac.authorization.k8s.io',
    ];
    const granted = [];
    for (const sentence of excessive) if (await mayOf(client, sentence)) granted.push(sentence);
    expect(granted).toEqual([]);
  });
});
