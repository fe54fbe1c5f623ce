import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { KubeClient } from '@/server/kube/client';
import { ProblemBoard, type ProblemReporter } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { answerJson, refusal, ScriptedApi } from '@/tests/support/scripted-api';
import type { ServedVpa } from '../vpas/served-vpa';
import { CheckpointKeeper } from './checkpoint-keeper';
import { CheckpointObjects } from './checkpoint-objects';

const START_MS = Date.parse('2026-03-02T00:00:00Z');
const MINUTE_MS = 60_000;
const ABOUT_APP = { namespace: 'shop', pod: 'web-1', container: 'app' };

let api: ScriptedApi;
let client: KubeClient;
let wallClock: ManualClock;
let problems: ProblemReporter;
let state: ClusterState;
let memory: CheckpointKeeper;
let served: ServedVpa;

beforeEach(async () => {
  api = await ScriptedApi.start();
  client = KubeClient.connect(api.access());
  const config = defaultConfig();
  const estimator = estimatorOf('percentile', config);
  wallClock = new ManualClock(START_MS);
  problems = new ProblemBoard(wallClock, silentLogger).by('test');
  state = new ClusterState(config, estimator.learning);
  state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'web' } }) });
  state.setPod({
    namespace: 'shop',
    name: 'web-1',
    labels: { app: 'web' },
    phase: 'Running',
    containers: [{ name: 'app', requests: {} }],
  });
  memory = new CheckpointKeeper({
    config,
    estimator,
    place: new CheckpointObjects({ client, wallClock, problems, qps: 50 }),
    wallClock,
    problems,
    log: silentLogger,
    state,
  });
  served = servedVpaOf('shop', 'web');
});

function servedVpaOf(namespace: string, name: string): ServedVpa {
  return {
    namespace,
    name,
    vpa: { metadata: { namespace, name }, spec: {} } as ServedVpa['vpa'],
    target: { kind: 'pending' },
    targetIsStale: false,
    checkpoints: 'loaded',
    learnedUntilMs: new Map(),
    past: 'complete',
    containers: new Map(),
    sidecars: new Set(),
    liveContainers: new Set(['app']),
    recommendation: undefined,
    visited: true,
    statusWrittenAtMs: 0,
    statusMs: 0,
  };
}

afterEach(async () => {
  await client.close();
  await api.close();
});

/** A pass over a container that has learned this much. */
function passWith(samples: number, peaks: number): Promise<number> {
  const nowMs = wallClock.now();
  state.addCpuSample(ABOUT_APP, nowMs, 100);
  served.containers.set('app', { mark: `${samples} ${peaks}`, samples, peaks } as never);
  return memory.write([served], nowMs, { deadlineMs: Number.POSITIVE_INFINITY, atLeast: 1 });
}

/** One more sample, and a pass that writes what was learned so far. */
async function learnAndWrite(minute: number): Promise<number> {
  const nowMs = START_MS + minute * MINUTE_MS;
  state.addCpuSample(ABOUT_APP, nowMs, 100);
  served.containers.set('app', { mark: String(minute), confidence: 0, spanMs: 0 } as never);
  const limits = { deadlineMs: Number.POSITIVE_INFINITY, atLeast: 1, evenIfRecent: true };
  return memory.write([served], nowMs, limits);
}

const samples = () => state.aggregatesOf('shop', 'web').get('app')?.sampleCount;
const requests = () => api.requests.map(({ method }) => method);

it('recognises a checkpoint that it created without an answer, and counts nothing twice', async () => {
  let created: VerticalPodAutoscalerCheckpoint | undefined;
  api.next(
    (_, response, body) => {
      created = JSON.parse(body);
      response.destroy();
    },
    (_, response) => answerJson(response, 409, refusal(409, 'AlreadyExists', 'it is there')),
    (_, response) => answerJson(response, 200, created ?? { metadata: {} }),
    (_, response) => answerJson(response, 200, { metadata: {} }),
    (_, response) => answerJson(response, 200, { metadata: {} }),
  );
  expect(await learnAndWrite(1)).toBe(0);
  expect(created?.status?.totalSamplesCount).toBe(1);
  expect(await learnAndWrite(2)).toBe(1);
  expect(requests()).toEqual(['POST', 'POST', 'GET', 'PATCH']);
  expect(samples()).toBe(2);
  expect(await learnAndWrite(3)).toBe(1);
  expect(requests().at(-1)).toBe('PATCH');
  expect(samples()).toBe(3);
  expect(problems.list()).toEqual([]);
});

it('reports an unreadable checkpoint that blocks the name, and leaves it alone', async () => {
  const spec = { vpaObjectName: 'web', containerName: 'app' };
  const metadata = { namespace: 'shop', name: 'web-app' };
  api.next(
    (_, response) => answerJson(response, 409, refusal(409, 'AlreadyExists', 'it is there')),
    (_, response) => answerJson(response, 200, { metadata, spec, status: { version: 'v1' } }),
  );
  expect(await learnAndWrite(1)).toBe(0);
  expect(await learnAndWrite(2)).toBe(0);
  expect(requests()).toEqual(['POST', 'GET']);
  expect(problems.list().map(({ code }) => code)).toEqual(['checkpoint-unusable']);
});

it('writes a checkpoint again once a hundredth is new, a peak came, or ten minutes have passed', async () => {
  const written = (_: unknown, response: Parameters<typeof answerJson>[0]) =>
    answerJson(response, 200, { metadata: {} });
  api.next(...Array.from({ length: 4 }, () => written));
  const passes: [samples: number, peaks: number, writes: number][] = [
    [1000, 5, 1],
    [1001, 5, 0],
    [1010, 5, 0],
    [1011, 5, 1],
    [1012, 6, 1],
    [1013, 6, 0],
    ...Array.from({ length: 8 }, (_, index): [number, number, number] => [1014 + index, 6, 0]),
    [1022, 6, 1],
  ];
  for (const [samples, peaks, writes] of passes) {
    expect([samples, await passWith(samples, peaks)]).toEqual([samples, writes]);
    await wallClock.advance(MINUTE_MS);
  }
});

it('lets VPAs go on without their checkpoints once these could not be read for ten minutes', async () => {
  const failed = (_: unknown, response: Parameters<typeof answerJson>[0]) =>
    answerJson(response, 403, refusal(403, 'Forbidden', 'it may not'));
  const vpa = newcomer('shop', 'new');
  for (let minute = 0; minute < 10; minute++) {
    api.next(failed);
    expect(await memory.load([vpa])).toBe(false);
    expect(vpa.checkpoints).toBe('unread');
    await wallClock.advance(MINUTE_MS);
  }
  api.next(failed);
  await memory.load([vpa]);
  expect(vpa.checkpoints).toBe('awaited');
  expect(problems.list().map(({ code }) => code)).toEqual(['access-forbidden']);
  answerNothing(1);
  expect(await memory.load([vpa])).toBe(true);
  expect(vpa.checkpoints).toBe('loaded');
  expect(problems.list()).toEqual([]);
});

/** A new VPA with one running pod. */
function newcomer(namespace: string, name: string): ServedVpa {
  state.setVpa({ namespace, name, selector: selectorFrom({ matchLabels: { app: name } }) });
  const labels = { app: name };
  const containers = [{ name: 'app', requests: {} }];
  state.setPod({ namespace, name: `${name}-1`, labels, phase: 'Running', containers });
  return { ...servedVpaOf(namespace, name), checkpoints: 'unread' };
}

const paths = () => api.requests.map(({ url }) => url?.replace(/^.*\/v1\//, '').replace(/\?.*$/, '')).sort();
const answerNothing = (times: number) =>
  api.next(
    ...Array.from(
      { length: times },
      () => (_: unknown, response: Parameters<typeof answerJson>[0]) =>
        answerJson(response, 200, { items: [], metadata: {} }),
    ),
  );

it('asks for the checkpoints of a few new VPAs by name, and for those of many by namespace', async () => {
  answerNothing(1);
  await memory.load([newcomer('shop', 'first')]);
  expect(paths()).toEqual(['namespaces/shop/verticalpodautoscalercheckpoints']);

  api.requests.length = 0;
  answerNothing(2);
  const few = [newcomer('shop', 'new'), newcomer('bank', 'new')];
  await memory.load(few);
  expect(paths()).toEqual([
    'namespaces/bank/verticalpodautoscalercheckpoints/new-app',
    'namespaces/shop/verticalpodautoscalercheckpoints/new-app',
  ]);
  expect(few.map((one) => one.checkpoints)).toEqual(['loaded', 'loaded']);

  api.requests.length = 0;
  answerNothing(2);
  const many = Array.from({ length: 30 }, (_, index) =>
    newcomer(index % 2 ? 'shop' : 'bank', `many-${index}`),
  );
  await memory.load(many);
  expect(paths()).toEqual([
    'namespaces/bank/verticalpodautoscalercheckpoints',
    'namespaces/shop/verticalpodautoscalercheckpoints',
  ]);
});

it.each([
  ['each once in ten minutes, so that no pass writes all', 200, 20],
  ['at least one', 1, 1],
  ['no more than others leave room for', 10_000, 300],
])('a minute has its share of the checkpoints: %s', (_, containers, share) => {
  expect(memory.shareOf(MINUTE_MS, containers)).toBe(share);
});
