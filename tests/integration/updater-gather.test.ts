import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApprovalIndex } from '@/server/cluster/approval-index';
import { defaultConfig } from '@/server/config';
import type { WorkloadInput } from '@/server/decide/running/plan-input';
import { ClusterCaches } from '@/server/kube/caches';
import { KubeClient } from '@/server/kube/client';
import { TargetResolver } from '@/server/kube/targets';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { atOnce } from '@/server/lib/time/slices';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeObject, Pod } from '@/server/objects/types';
import { Gatherer } from '@/server/updater/gather/gatherer';
import { UPDATER_KINDS } from '@/server/updater/gather/kinds';
import { LoopTracker } from '@/server/updater/gather/loop-tracker';
import { PastAttempts } from '@/server/updater/gather/past-attempts';
import { NO_STOPS } from '@/tests/support/no-stops';
import { runs } from '@/tests/support/property-runs';
import { ScriptedApi } from '../support/scripted-api';
import {
  budget,
  deployment,
  hpa,
  limitRange,
  node,
  pod,
  quota,
  replicaSet,
  serveCluster,
  vpa,
} from '../support/scripted-shop';
import { until } from '../support/until';

const NAMES = ['web', 'shop', 'till'];
type Kind = (typeof UPDATER_KINDS)[number];

/** The objects that come and go, by kind; some of them several to a name. */
const MAKERS = {
  pods: (name: string, serial: number) => ({
    ...pod(name, `${name}-${serial}`),
    metadata: { ...pod(name, `${name}-${serial}`).metadata, labels: { app: serial % 2 ? name : 'other' } },
  }),
  vpas: (name: string, serial: number) => ({
    ...vpa(serial % 3 ? name : `${name}-too`),
    spec: { ...vpa(name).spec },
  }),
  replicaSets: (name: string, serial: number) => ({
    ...replicaSet(name),
    spec: { ...replicaSet(name).spec, replicas: serial },
  }),
  deployments: deployment,
  podDisruptionBudgets: (name: string, serial: number) => ({
    ...budget(`${name}-${serial}`),
    spec: { selector: { matchLabels: { app: serial % 2 ? name : 'other' } } },
  }),
  horizontalPodAutoscalers: (name: string, serial: number) => ({
    ...hpa(`${name}-${serial}`),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      maxReplicas: 4,
      metrics: serial % 2 ? [{ type: 'Resource', resource: { name: 'cpu' } }] : hpa(name).spec.metrics,
    },
  }),
  resourceQuotas: (name: string) => quota(name),
  limitRanges: (name: string) => limitRange(name),
  nodes: (name: string, serial: number) => node(`${name}-${serial}`),
} satisfies Partial<Record<Kind, (name: string, serial: number) => KubeObject>>;

const CHANGED_KINDS = Object.keys(MAKERS) as (keyof typeof MAKERS)[];

/** Caches that hear what a test says, and gatherers on them. */
class World {
  private readonly present = new Set<string>();
  private version = 1000;

  private constructor(
    readonly api: ScriptedApi,
    private readonly client: KubeClient,
    private readonly caches: ClusterCaches,
  ) {}

  static async start(): Promise<World> {
    const api = await ScriptedApi.start();
    serveCluster(api, {});
    const client = KubeClient.connect(api.access(), { qps: 10_000, burst: 10_000 });
    const caches = new ClusterCaches(client, { log: silentLogger });
    caches.start(UPDATER_KINDS);
    await until('open watches', () =>
      UPDATER_KINDS.every((kind) => api.watching(pathOf(API_RESOURCES[kind])) === 1),
    );
    return new World(api, client, caches);
  }

  gatherer(): Gatherer {
    const { caches, client } = this;
    return new Gatherer({
      config: defaultConfig({ roles: ['updater'], leastHistoryMs: 0, leastHistoryToLowerMs: 0, canaryMs: 0 }),
      approvals: new ApprovalIndex(caches.changeApprovals, ''),
      clock: new ManualClock(Date.parse('2026-01-01T00:00:00Z')),
      caches,
      targets: new TargetResolver(caches, client),
      loops: new LoopTracker(client),
      attempts: new PastAttempts(1000),
      histories: [],
      throttlingOf: () => undefined,
      pressureOf: () => undefined,
      stops: () => NO_STOPS,
      hearsStops: () => true,
      lease: () => ({ kind: 'fresh' }),
    });
  }

  /** Says that an object is there now, or is gone, and waits until the cache knows. */
  async change(kind: keyof typeof MAKERS, name: string, serial: number, isThere = true): Promise<void> {
    const object: KubeObject = MAKERS[kind](name, serial);
    const key = `${kind} ${object.metadata.name}`;
    if (!isThere && !this.present.has(key)) return;
    const type = isThere ? (this.present.has(key) ? 'MODIFIED' : 'ADDED') : 'DELETED';
    if (isThere) this.present.add(key);
    else this.present.delete(key);
    const resourceVersion = String(++this.version);
    const metadata = { ...object.metadata, resourceVersion };
    this.api.tell(pathOf(API_RESOURCES[kind]), { type, object: { ...object, metadata } });
    await until('a cache that knows', () => this.caches[kind].resourceVersion === resourceVersion);
  }

  cached(name: string): Pod | undefined {
    return this.caches.pods.get('shop', name);
  }

  async stop(): Promise<void> {
    await this.caches.stop();
    await this.client.close();
    await this.api.close();
  }
}

/** What a gatherer answers, pods and the like in an order of their own. */
function gathered(gatherer: Gatherer) {
  const { cluster, workloads, faults } = atOnce(gatherer.gathering());
  const named = (objects: readonly KubeObject[]) =>
    objects.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).sort();
  const plain = ({ pods, budgets, controllers, vpa: { vpa: object }, ...rest }: WorkloadInput) => ({
    ...rest,
    vpa: object.metadata,
    pods: named(pods),
    budgets: named(budgets),
    controllers: [...controllers].sort((a, b) => (a.uid < b.uid ? -1 : 1)),
  });
  return {
    cluster,
    faults,
    workloads: workloads.map(plain).sort((a, b) => (a.vpa.name < b.vpa.name ? -1 : 1)),
  };
}

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.stop());

describe('gathering', () => {
  it('finds the same after any changes as a new one does', async () => {
    const step = fc.record({
      kind: fc.constantFrom(...CHANGED_KINDS),
      name: fc.constantFrom(...NAMES),
      serial: fc.integer({ min: 0, max: 3 }),
      isThere: fc.boolean(),
    });
    const lasting = world.gatherer();
    for (const name of NAMES) for (const kind of CHANGED_KINDS) await world.change(kind, name, 1);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { kind, name, serial, isThere } of steps) await world.change(kind, name, serial, isThere);
        expect(gathered(lasting)).toEqual(gathered(world.gatherer()));
      }),
      { numRuns: runs(60) },
    );
  });

  it('makes a new input only for a VPA of which something changed', async () => {
    for (const name of NAMES) for (const kind of CHANGED_KINDS) await world.change(kind, name, 1);
    const gatherer = world.gatherer();
    const inputs = () =>
      new Map(atOnce(gatherer.gathering()).workloads.map((one) => [one.vpa.name, one] as const));
    let before = inputs();
    expect([...inputs().values()]).toEqual([...before.values()]);
    for (const kind of ['pods', 'vpas', 'replicaSets', 'podDisruptionBudgets'] as const) {
      await world.change(kind, 'web', 1);
      const now = inputs();
      const changed = NAMES.filter((name) => now.get(name) !== before.get(name));
      expect([kind, changed.filter((name) => name !== 'web')]).toEqual([kind, []]);
      if (kind === 'pods' || kind === 'vpas') expect(changed).toEqual(['web']);
      before = now;
    }
  });

  it('reads one pod with the same counts as a plan of all', async () => {
    await world.change('deployments', 'web', 1);
    await world.change('replicaSets', 'web', 3);
    await world.change('vpas', 'web', 1);
    for (const serial of [0, 1, 2]) await world.change('pods', 'web', serial);
    const gatherer = world.gatherer();
    const [planned] = atOnce(gatherer.gathering()).workloads;
    const fresh = world.cached('web-1');
    if (!planned || !fresh) throw new Error('nothing is planned');
    const countsNow = () => gatherer.again(planned, fresh, [])?.controllers[0]?.counts;
    expect(countsNow()).toMatchObject({ present: 3, live: 3, all: { running: 3 } });
    await world.change('pods', 'web', 3);
    expect(countsNow()).toMatchObject({ present: 4, live: 4 });
    await world.change('pods', 'web', 0, false);
    await world.change('pods', 'web', 2, false);
    expect(countsNow()).toMatchObject({ present: 2, live: 2 });
    const terminating = {
      ...fresh,
      metadata: { ...fresh.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    };
    expect(gatherer.again(planned, terminating, [])?.controllers[0]?.counts).toMatchObject({ live: 1 });
    const others = [world.cached('web-3')].flatMap((one) => one ?? []);
    expect(gatherer.again(planned, fresh, others)?.controllers[0]?.counts?.all.resizing).toBe(1);
  });
});
