import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { vpa } from '@/sandbox/scenarios/build';
import { uniform } from '@/sandbox/workloads/random';
import { wallClock } from '@/server/lib/time/clock';
import type { VerticalScalingPolicy } from '@/server/objects/plumbline-types';
import { memoryFrom } from '@/server/objects/quantity';
import type { Lease, PodDisruptionBudget, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { type Fault, FaultyApi } from '../support/faulty-api';
import { TestReceiver } from '../support/receiver';
import type { Look } from '../support/stormy-process';
import { until } from '../support/until';
import { UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

/** More storms prove more: STORMS=20 takes some minutes. */
const SEEDS = Array.from({ length: Number(process.env.STORMS ?? 1) }, (_, index) => 17 + index);
/** A second is six minutes: a storm lasts two hours. */
const SPEED = 360;
const ROLES = ['recommender', 'nodes', 'hpa', 'rules', 'updater', 'messages'];
const LEADING = { updater: 'plumbline-updater', recommender: 'plumbline-recommender' } as const;
const REFUSED_SHARE = 0.2;
const LOST_SHARE = 0.05;
const [FASTEST_MS, SLOWEST_MS] = [200, 2_000];
const CUT_EVERY_MS = 1_500;
/** Times that what is recommended changes, each after so long. */
const ROUNDS = 4;
const ROUND_MS = 4_500;
const MIB = 1024 ** 2;
const FIRST_MIB = 300;
const MORE_MIB = 100;
const MOST_HEAP_MB = 200;

/** Each workload with its pods, and how many of them may never be missing. */
const WORKLOADS = {
  web: { kind: 'Deployment', replicas: 6, fewest: 3, mode: 'Recreate' },
  guarded: { kind: 'Deployment', replicas: 4, fewest: 3, mode: 'Recreate' },
  data: { kind: 'StatefulSet', replicas: 3, fewest: 2, mode: 'Recreate' },
  still: { kind: 'Deployment', replicas: 4, fewest: 2, mode: 'InPlaceOrRecreate' },
} as const;
const NAMES = Object.keys(WORKLOADS) as (keyof typeof WORKLOADS)[];

let cluster: UpdatingCluster;
let receiver: TestReceiver;
let opened: { close(): Promise<unknown> }[] = [];

beforeEach(async () => {
  cluster = await UpdatingCluster.start(SPEED);
  receiver = await TestReceiver.start();
  opened = [receiver];
});
afterEach(async () => {
  for (const one of opened.reverse()) await one.close();
  await cluster.close();
});

/** An API server as one process sees it through the storm, which is over once `calm`. */
class Weather {
  isCalm = true;
  /** Who the process says it is, by lease. */
  readonly identities = new Set<string>();
  private asked = 0;

  private constructor(
    readonly api: FaultyApi,
    private readonly seed: number,
  ) {}

  static async around(seed: number): Promise<Weather> {
    const weather = new Weather(await FaultyApi.before(cluster.sandbox), seed);
    weather.api.fault = () => weather.fault();
    opened.push(weather.api);
    return weather;
  }

  private async fault(): Promise<Fault | undefined> {
    if (this.isCalm) return undefined;
    const draw = (of: number) => uniform(this.seed * 3 + of, this.asked);
    this.asked++;
    await wallClock.sleep(FASTEST_MS + draw(0) ** 3 * (SLOWEST_MS - FASTEST_MS));
    if (draw(1) < LOST_SHARE) return 'lost';
    if (draw(1) > LOST_SHARE + REFUSED_SHARE) return undefined;
    return draw(2) < 0.5
      ? { status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '1' } }
      : { status: 500, reason: 'InternalError' };
  }
}

/** A process with every role but admission, seen by what reaches the API server. */
class Member {
  private constructor(
    readonly weather: Weather,
    readonly child: ChildProcess,
  ) {}

  static async start(name: string, weather: Weather): Promise<Member> {
    const { api } = weather;
    const now = [SPEED, cluster.clock.now(), wallClock.now()].map(String);
    const child = spawn(process.execPath, [await bundle('tests/support/stormy-process.ts'), ...now], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        PLUMBLINE_KUBECONFIG: api.kubeconfig,
        PLUMBLINE_DATA_DIR: path.join(cluster.folder, name),
        PLUMBLINE_ROLES: ROLES.join(),
        PLUMBLINE_LEADER_ELECT: 'true',
        PLUMBLINE_WARM_UP: '0s',
        PLUMBLINE_LEAST_HISTORY: '0s',
        PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
        PLUMBLINE_CANARY: '0s',
        // Four demands within two hours: a pod that met two of them would wait a day for the last.
        PLUMBLINE_CHANGES_A_DAY: '0',
        PLUMBLINE_TELL_URL: receiver.url(),
        PLUMBLINE_LOG_LEVEL: 'silent',
      },
    });
    const member = new Member(weather, child);
    opened.push({ close: () => member.kill() });
    return member;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async look(): Promise<Look> {
    this.child.send('look');
    const [look] = (await once(this.child, 'message')) as [Look];
    return look;
  }

  async kill(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

/** What is done to the cluster, and by whom: each act with the holder of the lease it takes. */
function watchActs(weather: Weather, acts: Act[]): void {
  weather.api.carriedOut = (method, url, body) => {
    const lease = /\/leases\/?([^?]*)/.exec(url);
    if (lease && method !== 'GET') {
      const { holderIdentity } = (JSON.parse(body) as Lease).spec;
      if (holderIdentity) weather.identities.add(holderIdentity);
      return;
    }
    const evicted = method === 'POST' && /\/pods\/[^/]+\/eviction$/.test(url);
    const resized = method === 'PATCH' && /\/pods\/[^/]+\/resize(\?|$)/.test(url);
    const recommended = method === 'PATCH' && /\/verticalpodautoscalers\/[^/]+\/status$/.test(url);
    if (!evicted && !resized && !recommended) return;
    const holder = holderOf(LEADING[recommended ? 'recommender' : 'updater']);
    acts.push({
      what: `${method} ${url}`,
      uid: evicted ? (JSON.parse(body) as Eviction).deleteOptions.preconditions.uid : undefined,
      isByLeader: weather.identities.has(holder),
    });
  };
}

interface Act {
  what: string;
  /** Of a pod that is evicted. */
  uid: string | undefined;
  isByLeader: boolean;
}

interface Eviction {
  deleteOptions: { preconditions: { uid: string } };
}

const holderOf = (name: string) =>
  cluster.sandbox.registry.get<Lease>('leases.coordination.k8s.io', 'plumbline', name)?.spec.holderIdentity ??
  '';

async function deploy(): Promise<void> {
  for (const name of NAMES) await cluster.workload(name, WORKLOADS[name]);
  await cluster.create<PodDisruptionBudget>('poddisruptionbudgets.policy', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'guarded', namespace: NAMESPACE },
    spec: { minAvailable: 3, selector: { matchLabels: { app: 'guarded' } } },
  });
  await cluster.workload('fleet', { replicas: 2 });
  cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, 'fleet', ({ metadata }) => {
    metadata.labels = { ...metadata.labels, tier: 'fleet' };
  });
}

/** What everything is to request from now on. */
async function demand(mebibytes: number): Promise<void> {
  const policies = [{ containerName: '*', minAllowed: { memory: `${mebibytes}Mi` } }];
  for (const name of NAMES) {
    const { kind, mode } = WORKLOADS[name];
    if (cluster.sandbox.registry.get(VPAS, NAMESPACE, name)) {
      cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, name, ({ spec }) => {
        spec.resourcePolicy = { containerPolicies: policies };
      });
      continue;
    }
    await cluster.create(VPAS, vpa({ name, namespace: NAMESPACE, kind, mode, policies }).object);
  }
}

function isDone(name: string, mebibytes: number): boolean {
  return cluster.requests(name).every((requests) => {
    const { memory = '0' } = (requests ?? {}) as { memory?: string };
    return memoryFrom(memory) === mebibytes * MIB;
  });
}

it.each(SEEDS)('a storm of faults breaks no rule, and all is caught up after it (seed %i)', async (seed) => {
  await deploy();
  const acts: Act[] = [];
  const weathers: Weather[] = [];
  const join = async (name: string) => {
    const weather = await Weather.around(seed + weathers.length);
    watchActs(weather, acts);
    weathers.push(weather);
    return Member.start(name, weather);
  };
  const admissionWeather = await Weather.around(seed + 100);
  weathers.push(admissionWeather);
  await cluster.admission({}, { kubeconfig: admissionWeather.api.kubeconfig });
  const members = [await join('one'), await join('two')];
  for (const member of members) await until('readiness', async () => (await member.look()).isReady);
  await until('leaders', () => Object.values(LEADING).every((name) => holderOf(name) !== ''));
  const witnesses = NAMES.map((name) => ({ name, witness: new Witness(cluster, name) }));

  for (const weather of weathers) weather.isCalm = false;
  let isOver = false;
  const cut = () => {
    if (isOver) return;
    for (const { api } of weathers) api.cutWatches();
    wallClock.after(CUT_EVERY_MS, cut);
  };
  cut();
  await cluster.create<VerticalScalingPolicy>('verticalscalingpolicies.plumbline.dev', {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'VerticalScalingPolicy',
    metadata: { name: 'fleet' },
    spec: {
      workloadSelector: { matchLabels: { tier: 'fleet' } },
      template: { spec: { updatePolicy: { updateMode: 'Off' } } },
    },
  } as VerticalScalingPolicy);
  const victim = Math.floor(uniform(seed, 1) * members.length);
  const killedInRound = Math.floor(uniform(seed, 2) * (ROUNDS - 1));
  for (let round = 0; round < ROUNDS; round++) {
    await demand(FIRST_MIB + round * MORE_MIB);
    const pauseMs = round === killedInRound ? uniform(seed, 3) * ROUND_MS : 0;
    await wallClock.sleep(pauseMs);
    if (round === killedInRound) {
      await members[victim]?.kill();
      const next = await join(`again-${victim}`);
      next.weather.isCalm = false;
      members[victim] = next;
    }
    await wallClock.sleep(ROUND_MS - pauseMs);
  }
  isOver = true;
  for (const weather of weathers) weather.isCalm = true;

  const lastMib = FIRST_MIB + (ROUNDS - 1) * MORE_MIB;
  const caughtUp = (what: string, reached: () => boolean) =>
    until(what, reached).catch(async (error: Error) => {
      const looks = await Promise.all(members.map((member) => member.look()));
      throw new Error(`${error.message}: ${JSON.stringify(looks)}`);
    });
  for (const name of NAMES) await caughtUp(`${name} updated`, () => isDone(name, lastMib));
  for (const name of NAMES) await cluster.ready(name, WORKLOADS[name].replicas);
  await caughtUp('the VPA of the policy', () =>
    [...cluster.sandbox.registry.list<VerticalPodAutoscaler>(VPAS, NAMESPACE)].some(
      ({ spec, status }) => spec.targetRef?.name === 'fleet' && status?.recommendation,
    ),
  );
  for (const member of members) {
    await expect.poll(async () => (await member.look()).problems).toEqual([]);
    expect(member.isAlive).toBe(true);
    expect((await member.look()).heapMb).toBeLessThan(MOST_HEAP_MB);
  }
  for (const { name, witness } of witnesses) {
    witness.end();
    expect(witness.fewestReady, name).toBeGreaterThanOrEqual(WORKLOADS[name].fewest);
  }
  const evicted = acts.flatMap(({ uid }) => uid ?? []);
  if (process.env.STORMS) console.info({ seed, acts: acts.length, evicted: evicted.length, victim });
  expect(new Set(evicted).size).toBe(evicted.length);
  expect(evicted.length).toBeGreaterThan(0);
  expect(acts.filter(({ isByLeader }) => !isByLeader)).toEqual([]);
});
