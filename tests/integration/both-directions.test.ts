import { afterEach, beforeEach, expect, it } from 'vitest';
import { deployment, vpa } from '@/sandbox/scenarios/build';
import type { Config } from '@/server/config';
import { HPA_LEADER_ANNOTATION } from '@/server/decide/features/with-hpa/hpa-leader';
import { WITH_HPA_ANNOTATION } from '@/server/decide/features/with-hpa/with-hpa';
import { type Clock, ManualClock, wallClock } from '@/server/lib/time/clock';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { HorizontalPodAutoscaler, MetricSpec, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { type RecommenderHandle, startRecommender } from '@/server/recommender';
import { START_MS } from '../support/api-cluster';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { onShare } from '../support/hpa';
import { portsInMemory } from '../support/ports-in-memory';
import { shareLoad } from '../support/shared-load';
import { until } from '../support/until';
import { caughtUp, type Updating, UpdatingCluster } from '../support/updating';

const HPAS = 'horizontalpodautoscalers.autoscaling';
const STEP_MS = 5_000;
const MINUTE_MS = 60_000;
const MOST_SWING = 1.2;

const SETTINGS: Partial<Config> = {
  podRecommendationMinCpuMillicores: 10,
  podRecommendationMinMemoryMb: 10,
};

let clock: ManualClock;
let cluster: UpdatingCluster;
let recommender: RecommenderHandle;
let updating: Updating;
let endRecommending: () => Promise<void>;
/** Resolves once nothing goes on in the cluster, and every process knows all of it. */
let quiet: () => Promise<void>;

beforeEach(async () => {
  clock = new ManualClock(START_MS);
  cluster = await UpdatingCluster.at(clock);
  const context = {
    ...cluster.context({ roles: ['recommender'], ...SETTINGS }),
    wallClock: wallClockOf(clock),
  };
  // Passes are due a millisecond after whatever else is due, so that each finds all of that done.
  await clock.advance(1);
  recommender = startRecommender(context, portsInMemory());
  endRecommending = async () => {
    await recommender.stop({ clusterEndsToo: true });
    await context.caches.stop();
    await context.client.close();
  };
  const admission = await cluster.admission({}, SETTINGS);
  updating = await cluster.updating(SETTINGS);
  await until('the first pass of the recommender', () => recommender.lastPass);
  quiet = async () => {
    await until('an idle cluster', () => cluster.sandbox.idle());
    await caughtUp(cluster.sandbox, context.caches, admission.context.caches, updating.context.caches);
  };
});
afterEach(async () => {
  await endRecommending();
  await cluster.close();
});

/** The wall clock of a cluster whose minutes are as long as real ones: nothing that is limited in real time waits. */
function wallClockOf(cluster: ManualClock): Clock {
  const now = () => wallClock.now() + cluster.now() - START_MS;
  return {
    speed: wallClock.speed,
    now,
    steady: now,
    sleep: (ms, signal) => wallClock.sleep(ms, signal),
    after: (ms, task) => wallClock.after(ms, task),
  };
}

async function workload(name: string, app: string, metrics: MetricSpec[], mode?: string): Promise<void> {
  const does = { kind: 'steady', cpu: '5m', memory: '5Mi' } as const;
  const containers = [
    { name: 'app', requests: app, does },
    { name: 'log', requests: '10m/16Mi', does },
  ];
  const declared = [
    deployment({ name, namespace: NAMESPACE, replicas: 2, containers }),
    vpa({ name, namespace: NAMESPACE, mode: 'InPlaceOrRecreate' }),
  ];
  for (const { resource, object } of declared) await cluster.create(resource, object);
  if (mode !== undefined)
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, name, (draft) => {
      draft.metadata.annotations = { [WITH_HPA_ANNOTATION]: mode };
    });
  await cluster.create<HorizontalPodAutoscaler>(HPAS, {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 2,
      maxReplicas: 20,
      metrics,
    },
  });
}

/** The replicas a workload should have, and the mean request of each container and resource of its pods. */
function moment(name: string): Record<string, number> {
  const found: Record<string, number> = {
    replicas: cluster.sandbox.registry.get<Workload>('deployments.apps', NAMESPACE, name)?.spec.replicas ?? 0,
  };
  const pods = cluster.pods(name);
  for (const { spec } of pods)
    for (const { name: container, resources } of spec.containers) {
      const { cpu = 0, memory = 0 } = resources?.requests ?? {};
      for (const [resource, amount] of [
        ['cpu', Number(cpuFrom(cpu))],
        ['memory', Number(memoryFrom(memory)) / 2 ** 20],
      ] as const) {
        const key = `${container} ${resource}`;
        found[key] = (found[key] ?? 0) + amount / pods.length;
      }
    }
  return found;
}

/** One minute of the cluster: its controllers act as time goes by, then the recommender and the updater pass. */
async function minute(): Promise<void> {
  const former = recommender.lastPass;
  for (let passedMs = 0; passedMs < MINUTE_MS; passedMs += STEP_MS) {
    await clock.advance(STEP_MS - 1);
    await quiet();
    await clock.advance(1);
  }
  await until('a pass of the recommender', () => recommender.lastPass !== former);
  await quiet();
  await updating.pass(cluster);
  await quiet();
}

/** Everything of these workloads, minute by minute. */
async function watched(names: readonly string[], minutes: number): Promise<Record<string, number>[][]> {
  const seen: Record<string, number>[][] = names.map(() => []);
  for (let count = 0; count < minutes; count++) {
    await minute();
    for (const [index, name] of names.entries()) seen[index]?.push(moment(name));
  }
  return seen;
}

function swings(seen: readonly Record<string, number>[]): string[] {
  return Object.keys(seen[0] ?? {}).flatMap((what) => {
    const amounts = seen.map((one) => one[what] ?? 0);
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
    return most > least * MOST_SWING ? [`${what}: ${least} to ${most}`] : [];
  });
}

it('an HPA and a VPA that start together from bad requests settle within half an hour', async () => {
  const app = { own: { cpu: 0, memory: 100 }, shared: { cpu: 700, memory: 600 } };
  const log = { own: { cpu: 20, memory: 60 }, shared: { cpu: 300, memory: 100 } };
  shareLoad(cluster.sandbox.registry, cluster.clock, {
    split: { app, log },
    kept: { app, log },
    led: { app, log },
  });
  // Memory is far too small everywhere; so is the CPU of the log, and of the app where its threshold is kept.
  await workload('split', '100m/64Mi', [onShare('cpu', 70, 'app')]);
  await workload('kept', '20m/64Mi', [onShare('cpu', 350, 'app')], 'keep-threshold');
  await workload(
    'led',
    '100m/200Mi',
    [onShare('memory', 90, 'app'), onShare('cpu', 70, 'app')],
    'bottleneck',
  );

  const names = ['split', 'kept', 'led'];
  await watched(names, 30);
  const [split = [], kept = [], led = []] = await watched(names, 30);
  expect([split, kept, led].map(swings)).toEqual([[], [], []]);
  for (const seen of [split, kept, led]) {
    const last = seen.at(-1) ?? {};
    // 700m at 70m each, within the tolerance of the HPA.
    expect([10, 11]).toContain(last.replicas);
    expect(last['app memory']).toBeGreaterThan(160);
    expect(last['log cpu']).toBeGreaterThan(50);
    expect(last['log memory']).toBeGreaterThan(70);
  }
  expect([split, led].map((seen) => Math.round(seen.at(-1)?.['app cpu'] ?? 0))).toEqual([100, 100]);
  expect(cluster.vpa('led').metadata.annotations?.[HPA_LEADER_ANNOTATION]).toMatch(/^cpu\/app /);
  expect(kept.at(-1)?.['app cpu']).toBeGreaterThan(60);
  const target = cluster.sandbox.registry.get<HorizontalPodAutoscaler>(HPAS, NAMESPACE, 'kept')?.spec
    .metrics?.[0];
  const percent = target?.containerResource?.target?.averageUtilization ?? 0;
  expect((percent * (kept.at(-1)?.['app cpu'] ?? 0)) / 100).toBeCloseTo(70, -1);
});
