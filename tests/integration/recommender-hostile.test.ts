import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProblemBoard } from '@/server/kube/problems';
import { toKubeTime, wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeEvent, KubeObject, Pod, PodMetrics } from '@/server/objects/types';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { type RecommenderHandle, startRecommender } from '@/server/recommender';
import { cleanUp, cleanUpAfterEach, cleanups } from '../support/cleanups';
import { portsInMemory } from '../support/ports-in-memory';
import type { ScriptedApi } from '../support/scripted-api';
import { scriptedRole } from '../support/scripted-role';
import {
  beside,
  hpa,
  merged,
  node,
  type Objects,
  pod,
  replicaSet,
  vpa,
  workloadOf,
} from '../support/scripted-shop';
import { until } from '../support/until';
import { pathsOf, withValue, wrongInTurn } from '../support/wrong-fields';

cleanUpAfterEach();

interface Running {
  api: ScriptedApi;
  board: ProblemBoard;
  recommender: RecommenderHandle;
}

function metricsOf(name: string, atMs = wallClock.now()): PodMetrics {
  return {
    apiVersion: 'metrics.k8s.io/v1beta1',
    kind: 'PodMetrics',
    metadata: { namespace: 'shop', name },
    timestamp: toKubeTime(atMs - 60_000),
    window: '60s',
    containers: [{ name: 'app', usage: { cpu: '250m', memory: '200Mi' } }],
  };
}

function eviction(name: string): KubeEvent {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      namespace: 'shop',
      name,
      uid: name,
      resourceVersion: '1',
      annotations: {
        offending_containers: 'app',
        offending_containers_usage: '200Mi',
        starved_resource: 'memory',
      },
    },
    reason: 'Evicted',
    involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-0', uid: 'pod-web-0' },
    lastTimestamp: toKubeTime(wallClock.now()),
  };
}

function checkpointOf(name: string): VerticalPodAutoscalerCheckpoint {
  const histogram = {
    referenceTimestamp: toKubeTime(wallClock.now()),
    bucketWeights: { '1': 10_000, '5': 4000 },
    totalWeight: 20,
  };
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscalerCheckpoint',
    metadata: { namespace: 'shop', name, uid: name, resourceVersion: '1' },
    spec: { vpaObjectName: 'bad', containerName: name },
    status: {
      version: 'v3',
      lastUpdateTime: toKubeTime(wallClock.now()),
      firstSampleStart: toKubeTime(wallClock.now() - 86_400_000),
      lastSampleStart: toKubeTime(wallClock.now()),
      totalSamplesCount: 100,
      cpuHistogram: histogram,
      memoryHistogram: histogram,
    },
  };
}

/** A running recommender on a cluster of these objects, in which the healthy workload has samples. */
async function recommendingOn(objects: Objects): Promise<Running> {
  const healthyMetrics = (objects.pods ?? []).map(({ metadata }) => metricsOf(String(metadata.name)));
  const { api, board, context } = await scriptedRole(
    'recommender',
    { ...objects, podMetrics: [...healthyMetrics, ...(objects.podMetrics ?? [])] },
    { recommenderIntervalMs: 200 },
  );
  api.serveList(pathOf(API_RESOURCES.checkpoints, 'shop'), [...(objects.checkpoints ?? [])]);
  api.serveList(pathOf(API_RESOURCES.podMetrics, 'shop'), [...healthyMetrics, ...(objects.podMetrics ?? [])]);
  for (const one of objects.deployments ?? [])
    api.serve(pathOf(API_RESOURCES.deployments, 'shop', one.metadata.name), one);
  const recommender = startRecommender(context, portsInMemory());
  cleanups.push(() => recommender.stop({ clusterEndsToo: true }));
  return { api, board, recommender };
}

/** The healthy VPA gets a recommendation and a status, two passes end, and every query is answered. */
async function expectServed({ api, recommender, board }: Running): Promise<void> {
  const written = () =>
    api.requests.find(({ method, url }) => method === 'PATCH' && /\/web\/status$/.test(url))?.body;
  await until('the status of the healthy VPA', written);
  expect(JSON.parse(written() ?? '').status.recommendation.containerRecommendations).toHaveLength(1);
  const first = recommender.lastPass?.atMs ?? 0;
  await until('two passes', () => (recommender.lastPass?.atMs ?? 0) > first);
  await recommender.summaries.refresh();
  const all = recommender.summaries.list();
  expect(all.find((one) => one.name === 'web')?.state).toEqual({ kind: 'recommended' });
  for (const { namespace, name } of all) recommender.detail(namespace, name);
  const web = recommender.detail('shop', 'web');
  const app = web?.containers.find(({ name }) => name === 'app');
  expect(app?.samples).toBeGreaterThan(0);
  expect(app?.memory.target).toBeLessThan(1e12);
  expect(board.list().map(({ about }) => about)).not.toContain('VerticalPodAutoscaler shop/web');
}

const CASES: [string, () => Objects][] = [
  ['nodes', () => ({ nodes: wrongInTurn((index) => node(`bad-${index}`)) })],
  ['pods of the same workload', () => ({ pods: wrongInTurn((index) => pod('web', `bad-${index}`)) })],
  ['pods of it that wait for a node', () => ({ pods: wrongInTurn((index) => waiting(`bad-${index}`)) })],
  [
    'horizontal autoscalers',
    () => ({ horizontalPodAutoscalers: wrongInTurn((index) => hpa(`bad-${index}`)) }),
  ],
  [
    'checkpoints',
    () =>
      merged(workloadOf('bad'), {
        vpas: [vpa('bad')],
        checkpoints: wrongInTurn((index) => checkpointOf(`c${index}`)),
      }),
  ],
  ['metrics', () => ({ podMetrics: wrongInTurn((index) => metricsOf(`web-${index % 4}`)) })],
  ['events', () => ({ events: wrongInTurn((index) => eviction(`bad-${index}`)) })],
  ['workloads', () => ({ replicaSets: wrongInTurn((index) => replicaSet(`bad-${index}`)) })],
  ['VPAs of the same workload', () => ({ vpas: wrongInTurn((index) => vpaOf('web', `bad-${index}`)) })],
  [
    'VPAs, each of its own workload',
    () => {
      const vpas = wrongInTurn((index) => vpa(`bad-${index}`));
      return merged({ vpas }, ...vpas.map(({ metadata }) => workloadOf(metadata.name)));
    },
  ],
];

/** A pod of the healthy workload that waits for a node, with an init container that waits too. */
function waiting(name: string): Pod {
  const one = pod('web', name);
  const waits = {
    name: 'app',
    ready: false,
    restartCount: 0,
    image: 'app:1',
    imageID: '',
    state: { waiting: { reason: 'ImagePullBackOff' } },
  };
  return {
    ...one,
    spec: { ...one.spec, nodeName: undefined },
    status: {
      phase: 'Pending',
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message: '0/1 nodes are available: 1 Insufficient cpu.',
          lastTransitionTime: toKubeTime(wallClock.now()),
        },
      ],
      initContainerStatuses: [waits],
      containerStatuses: [waits],
    },
  };
}

function vpaOf(target: string, name: string) {
  const one = vpa(name);
  return {
    ...one,
    spec: { ...one.spec, targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target } },
  };
}

describe('beside objects with every field wrong in turn, a healthy workload gets its recommendation', () => {
  it.each(CASES)('%s', async (_kind, make) => {
    await expectServed(await recommendingOn(beside(make())));
  });

  it('whatever the fields of several objects hold at once', async () => {
    const makers = {
      nodes: node,
      checkpoints: checkpointOf,
      pods: (name: string) => pod('web', `${name}-0`),
      vpas: (name: string) => vpaOf('web', name),
      podMetrics: (name: string) => metricsOf(name),
      events: eviction,
    };
    const kinds = Object.keys(makers) as (keyof typeof makers)[];
    const wrongObject = fc.record({
      kind: fc.constantFrom(...kinds),
      changes: fc.array(fc.record({ place: fc.nat(), value: fc.jsonValue() }), {
        minLength: 1,
        maxLength: 4,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wrongObject, { minLength: 30, maxLength: 60 }), async (wrong) => {
        const objects = wrong.map(({ kind, changes }, index): Objects => {
          const healthy: KubeObject = makers[kind](`bad-${index}`);
          const places = pathsOf(healthy).filter(([first]) => first !== 'metadata' && first !== 'kind');
          const object = changes.reduce(
            (one, { place, value }) => withValue(one, places[place % places.length] ?? [], value),
            healthy,
          );
          return { [kind]: [object] };
        });
        await expectServed(await recommendingOn(beside(...objects)));
        await cleanUp();
      }),
      // What fails is told as it was found: to make it smaller would take as long as the test may.
      { numRuns: 8, endOnFailure: true },
    );
  });
});

it('waits in no pass for what a crowd of VPAs names and only the API server can tell', async () => {
  const crowd = Array.from({ length: 3_000 }, (_, index) => vpa(`gone-${index}`));
  const running = await recommendingOn(beside({ vpas: crowd }));
  await expectServed(running);
  await until('the first answers', () =>
    running.board.list().some(({ about }) => about.startsWith('VerticalPodAutoscaler shop/gone-')),
  );
});

describe('an object that the recommender cannot read', () => {
  const amounts = ['1e1001', '1e1.5'];
  const maximum = ['spec', 'resourcePolicy', 'containerPolicies', 0, 'maxAllowed', 'cpu'];
  const unreadable: [string, Objects][] = [
    ['Node bad', { nodes: [withValue(node('bad'), ['status', 'allocatable', 'cpu'], 'x')] }],
    ['Pod shop/bad', { pods: [withValue(pod('web', 'bad'), ['spec', 'containers'], 'x')] }],
    ['Event shop/bad', { events: [withValue(eviction('bad'), ['involvedObject'], null)] }],
    ['PodMetrics shop/web-0', { podMetrics: [withValue(metricsOf('web-0'), ['containers'], 7)] }],
    ['VerticalPodAutoscaler shop/bad', { vpas: [withValue(vpa('bad'), ['spec'], null)] }],
    [
      'VerticalPodAutoscalerCheckpoint shop/bad',
      merged(workloadOf('bad'), {
        vpas: [vpa('bad')],
        checkpoints: [withValue(checkpointOf('bad'), ['status'], 'x')],
      }),
    ],
    ...amounts.map((amount): [string, Objects] => [
      'VerticalPodAutoscaler shop/bad',
      merged(workloadOf('bad'), { vpas: [withValue(vpa('bad'), maximum, amount)] }),
    ]),
  ];
  it.each(unreadable)('%s is reported as a problem', async (about, objects) => {
    const running = await recommendingOn(beside(objects));
    await until('a problem', () => running.board.list().some((problem) => problem.about === about));
    await expectServed(running);
  });
});
