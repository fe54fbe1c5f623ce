import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { vpa } from '@/sandbox/scenarios/build';
import { uniform } from '@/sandbox/workloads/random';
import { defaultConfig } from '@/server/config';
import { type LoopState, readLoop } from '@/server/decide/pods/replacements';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import { toKubeTime } from '@/server/lib/time/clock';
import { memoryFrom } from '@/server/objects/quantity';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { ProblemCode } from '@/server/words/problems';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { type Fault, FaultyApi } from '../support/faulty-api';
import { SetClock } from '../support/set-clock';
import { until } from '../support/until';
import { UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

const SPEED = 60;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const REPLICAS = 4;
/** By the default tolerance of half. */
const FEWEST_READY = 2;
/** The least that is recommended, four times what the pods request at first. */
const TARGET_BYTES = 250 * 1024 ** 2;
const SLOW_MS = 2_000;
const FAULTY_SHARE = 0.2;
const METRICS = /^\/apis\/metrics\.k8s\.io\//;
const CUT_EVERY_MS = 3 * MINUTE_MS;

let cluster: UpdatingCluster;
let api: FaultyApi;
let clock: SetClock;
let running: Runtime;

beforeAll(async () => {
  cluster = await UpdatingCluster.start(SPEED);
  api = await FaultyApi.before(cluster.sandbox);
  clock = new SetClock(cluster.clock);
  const config = defaultConfig({
    kubeconfig: api.kubeconfig,
    dataDir: path.join(cluster.folder, 'process'),
    leaderElect: true,
    leastHistoryMs: 0,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
    warmUpMs: 0,
    // More than pods, so that none waits until another is known to be replaced.
    loopBreakerMisses: REPLICAS + 1,
    admissionPort: 0,
  });
  running = await compose(config, { clock, log: silentLogger });
  await until('readiness', () => running.readiness().ready);
  await until('admission', () => running.handles.admission?.health().kind === 'healthy');
});
afterAll(async () => {
  await running.stop();
  await api.close();
  await cluster.close();
});

/** So much of the cluster's time. */
async function passes(ms: number): Promise<void> {
  const endMs = cluster.clock.now() + ms;
  await until('the end of the fault', () => cluster.clock.now() >= endMs);
}

/** How many pods of a workload request what is recommended, as admission made it. */
function updated(name: string): number {
  return cluster.requests(name).filter((requests) => {
    const { memory = '0' } = (requests ?? {}) as { memory?: string };
    return memoryFrom(memory) >= TARGET_BYTES;
  }).length;
}

/** Lets every request fail as `fault` says, until the returned function is called. */
function failing(fault: FaultyApi['fault']): () => void {
  api.fault = fault;
  return () => {
    api.fault = () => undefined;
  };
}

/** Nor does what is on its way arrive, such as the use of pods that get their VPA only then. */
function failingAtOnce(fault: FaultyApi['fault']): () => void {
  const end = failing(fault);
  api.dropConnections();
  return end;
}

/** Requests of which a fifth fail, always the same ones. */
function aFifthFails(): FaultyApi['fault'] {
  const faults: Fault[] = [
    { status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '1' } },
    { status: 500, reason: 'InternalError' },
  ];
  let asked = 0;
  return () => (uniform(7, ++asked) < FAULTY_SHARE ? faults[asked % 2] : undefined);
}

const hasProblem = (code: ProblemCode) =>
  until(code, () => running.problems.list().some((one) => one.code === code));

/** No use of the pods, instead of what they use. */
function nonsense(): object {
  const usages = [
    { cpu: '-1', memory: '-1' },
    { cpu: '1e30', memory: '1e30' },
  ];
  const items = [...cluster.sandbox.registry.list('pods', NAMESPACE)].map(({ metadata }, index) => ({
    metadata: { name: metadata.name, namespace: NAMESPACE },
    timestamp: toKubeTime(cluster.clock.now()),
    window: '60s',
    containers: [{ name: 'app', usage: usages[index % 2] }],
  }));
  return { kind: 'PodMetricsList', apiVersion: 'metrics.k8s.io/v1beta1', metadata: {}, items };
}

interface Case {
  name: string;
  /** Begins the fault; the returned function ends it. */
  begin(): (() => void) | Promise<() => void>;
  /** How the fault is known to have done its worst. */
  lasts(workload: string): Promise<unknown>;
}

const isUpdated = (workload: string) => until('updated pods', () => updated(workload) === REPLICAS);

async function neverUpdated(workload: string, problem: ProblemCode): Promise<void> {
  await hasProblem(problem);
  await passes(5 * MINUTE_MS);
  expect(cluster.vpa(workload).status?.recommendation).toBeUndefined();
  expect(updated(workload)).toBe(0);
}

/** Evictions that a page answered. */
let answered = 0;

const CASES: Case[] = [
  {
    name: 'is down for five minutes',
    begin: () => failingAtOnce(() => 'broken'),
    lasts: () => passes(5 * MINUTE_MS),
  },
  {
    name: 'takes two seconds for each answer',
    begin: () =>
      failing(async () => {
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        return undefined;
      }),
    lasts: (workload) => until('an updated pod', () => updated(workload) > 0),
  },
  {
    name: 'answers a fifth of all requests with 429 or 500',
    begin: () => failing(aFifthFails()),
    lasts: isUpdated,
  },
  {
    name: 'has a page in front that answers the first evictions with success',
    begin: () => {
      answered = 0;
      return failing((method, url) => {
        if (method !== 'POST' || !url.includes('/eviction')) return undefined;
        answered++;
        return { page: '<html>Sign in</html>' };
      });
    },
    lasts: async (workload) => {
      await until('two evictions that were answered so', () => answered >= 2);
      expect(updated(workload)).toBe(0);
      const actions = await until('their record', async () => {
        const found = await running.store.audit({ kinds: ['action'], limit: 100 });
        const ofIt = found.flatMap((one) => (one.kind === 'action' && one.vpa === workload ? [one] : []));
        return ofIt.length > 0 && ofIt;
      });
      for (const action of actions)
        expect(action).toMatchObject({
          outcome: 'unavailable',
          detail: expect.stringContaining('does not answer as an API server'),
        });
    },
  },
  {
    name: 'ends every watch after three seconds',
    begin: () => {
      let isOver = false;
      const cut = () => {
        if (isOver) return;
        api.cutWatches();
        cluster.clock.after(CUT_EVERY_MS, cut);
      };
      cut();
      return () => {
        isOver = true;
      };
    },
    lasts: isUpdated,
  },
  {
    name: 'has lost the metrics API',
    begin: () =>
      failingAtOnce((_method, url) =>
        METRICS.test(url) ? { status: 503, reason: 'ServiceUnavailable' } : undefined,
      ),
    lasts: (workload) => neverUpdated(workload, 'metrics-unavailable'),
  },
  {
    name: 'tells nonsense as the use of pods',
    begin: () => failingAtOnce((_method, url) => (METRICS.test(url) ? { instead: nonsense() } : undefined)),
    lasts: (workload) => neverUpdated(workload, 'sample-absurd'),
  },
  ...[HOUR_MS, -HOUR_MS].map((offMs) => ({
    name: `is ${offMs > 0 ? 'behind' : 'ahead of'} the clock here by an hour`,
    begin: async () => {
      [clock.offMs, api.offMs] = [offMs, -offMs];
      await hasProblem('clock-differs');
      return () => {
        [clock.offMs, api.offMs] = [0, 0];
      };
    },
    lasts: async (workload: string) => {
      const noted: LoopState[] = [];
      const end = cluster.sandbox.registry.watch<VerticalPodAutoscaler>(VPAS, ({ object }) => {
        const state = object.metadata.name === workload && readLoop(object);
        if (state) noted.push(state);
      });
      await isUpdated(workload);
      end();
      // Each replacement is recognized once it is there, and no older pod is taken for one.
      const atOnce = REPLICAS - FEWEST_READY;
      expect(noted.filter(({ misses, outstanding }) => misses > 0 || outstanding.length > atOnce)).toEqual(
        [],
      );
    },
  })),
];

it.each(CASES)(
  'all is done by the rules, and nothing is left of it, if the API server $name',
  async ({ begin, lasts }) => {
    const name = `web-${CASES.findIndex((one) => one.begin === begin)}`;
    // Before there are pods, so that nothing is known of them yet.
    const end = await begin();
    await cluster.workload(name, { replicas: REPLICAS });
    const witness = new Witness(cluster, name);
    await cluster.create(VPAS, vpa({ name, namespace: NAMESPACE, mode: 'Recreate' }).object);
    await lasts(name);
    end();
    await isUpdated(name);
    await cluster.ready(name, REPLICAS);
    await until('no problem', () => running.problems.list().length === 0);
    expect(running.readiness()).toEqual({ ready: true });
    witness.end();
    expect(witness.fewestReady).toBeGreaterThanOrEqual(FEWEST_READY);
    expect(witness.taken).toHaveLength(REPLICAS);
  },
);
