import { deployment, scenarioNodes } from '@/sandbox/scenarios/build';
import type { CharacterText } from '@/sandbox/workloads/character';
import { type Config, defaultConfig } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { type Clock, ManualClock, wallClock } from '@/server/lib/time/clock';
import { amountsFrom } from '@/server/objects/quantity';
import type { Pod, PodMetrics } from '@/server/objects/types';
import type { Amounts } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { type RecommenderHandle, startRecommender } from '@/server/recommender';
import { samplesOf } from '@/server/usage/metrics-api';
import { NAMESPACE, VPAS } from './embedded-cluster';
import { portsInMemory } from './ports-in-memory';
import { contextOver } from './role-context';
import { until } from './until';
import { type Updating, UpdatingCluster } from './updating';

const START_MS = Date.parse('2026-03-02T00:00:00Z');
const SECOND_MS = 1000;
/** Cluster time in which evicted pods come back and resizes are done. */
const SETTLING_S = 90;
/** Real time between two passes, as the recommender sees it: a status is not written twice within a second. */
const REAL_MS_A_PASS = 2000;

export interface RecordedWorkload {
  readonly name: string;
  readonly replicas: number;
  readonly requests: string;
  readonly limits?: string;
  readonly does: CharacterText;
  readonly recommender?: string;
  readonly updatePolicy: NonNullable<VerticalPodAutoscaler['spec']['updatePolicy']>;
}

/** What happened to a workload at a time; pods are told apart by the replica they stand for. */
export type LiveEvent =
  | { readonly kind: 'recommended'; readonly atMs: number; readonly target: Amounts }
  | { readonly kind: 'evict' | 'resize'; readonly atMs: number; readonly replica: number };

/** One workload in a recording: what each replica used at each pass, NaN where it was not measured. */
export interface LiveSeries {
  readonly events: LiveEvent[];
  readonly cpu: number[][];
  readonly memory: number[][];
  /** The pod that stands for each replica now. */
  readonly pods: string[];
  podsStartedMs: number;
  /** The longest time from an eviction until the next pod runs. */
  replaceMs: number;
}

interface Recommending {
  readonly handle: RecommenderHandle;
  /** Lets its real time jump. */
  skipMs(ms: number): void;
  stop(): Promise<void>;
}

function recommendingOn(kubeconfig: string, clock: Clock, config: Config): Recommending {
  let skippedMs = 0;
  const now = () => wallClock.now() + skippedMs;
  const wall: Clock = {
    speed: 1,
    now,
    steady: now,
    sleep: (ms, signal) => wallClock.sleep(ms, signal),
    after: (ms, task) => wallClock.after(ms, task),
  };
  const limits = { qps: config.kubeApiQps, burst: config.kubeApiBurst, timeoutMs: undefined };
  const context = contextOver(KubeClient.connect(loadAccess({ kubeconfig }), limits), config, clock, wall);
  const handle = startRecommender(context, portsInMemory());
  return {
    handle,
    skipMs: (ms) => {
      skippedMs += ms;
    },
    stop: async () => {
      await handle.stop();
      await context.caches.stop();
      await context.client.close();
    },
  };
}

/** The embedded cluster with recommender, updater and admission, whose time moves only from pass to pass. */
export class LiveRecording {
  readonly series = new Map<string, LiveSeries>();
  readonly passesMs: number[] = [];
  private evictedMs = new Map<string, number>();

  private constructor(
    private readonly cluster: UpdatingCluster,
    private readonly clock: ManualClock,
    private readonly workloads: readonly RecordedWorkload[],
    private readonly everyMs: number,
    private readonly recommending: Recommending,
    private readonly updating: Updating,
  ) {}

  static async start(
    workloads: readonly RecordedWorkload[],
    config: Partial<Config>,
  ): Promise<LiveRecording> {
    const clock = new ManualClock(START_MS);
    const cluster = await UpdatingCluster.at(clock);
    for (const { resource, object } of scenarioNodes(4, 64, 256, 10)) await cluster.create(resource, object);
    for (const one of workloads) {
      const { name, replicas, requests, limits, does } = one;
      const declared = { name, namespace: NAMESPACE, replicas, containers: [{ requests, limits, does }] };
      const { resource, object } = deployment(declared);
      await cluster.create(resource, object);
      await cluster.create<VerticalPodAutoscaler>(VPAS, {
        apiVersion: 'autoscaling.k8s.io/v1',
        kind: 'VerticalPodAutoscaler',
        metadata: { name, namespace: NAMESPACE },
        spec: {
          targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
          updatePolicy: one.updatePolicy,
          ...(one.recommender && { recommenders: [{ name: one.recommender }] }),
        },
      });
    }
    await cluster.admitting();
    const { recommenderIntervalMs } = defaultConfig(config);
    await clock.advance(recommenderIntervalMs);
    const recommending = recommendingOn(
      cluster.sandbox.kubeconfigPath,
      clock,
      defaultConfig({ ...config, dataDir: cluster.folder, kubeApiQps: 1000, kubeApiBurst: 1000 }),
    );
    const updating = await cluster.updating(config);
    return new LiveRecording(cluster, clock, workloads, recommenderIntervalMs, recommending, updating);
  }

  async stop(): Promise<void> {
    await this.recommending.stop();
    await this.cluster.close();
  }

  /** So many passes of recommender and updater, with what they learned and did. */
  async passes(count: number): Promise<void> {
    for (let pass = 0; pass < count; pass++) {
      const nowMs = this.clock.now();
      await until('a pass of the recommender', () => this.recommending.handle.lastPass?.atMs === nowMs);
      this.recommending.skipMs(REAL_MS_A_PASS);
      this.passesMs.push(nowMs);
      for (const one of this.workloads) this.record(one);
      const done = this.updating.records.length;
      await this.updating.pass(this.cluster);
      for (const record of this.updating.records.slice(done)) {
        if (record.kind !== 'action' || record.outcome !== 'done') continue;
        if (record.action === 'evict' || record.action === 'resize') this.acted(record);
      }
      await this.settle();
      await this.clock.advance(nowMs + this.everyMs - this.clock.now());
    }
  }

  private acted({ action, vpa, pod }: { action: string; vpa: string; pod?: string }): void {
    const own = this.series.get(vpa);
    if (!own) return;
    const replica = own.pods.indexOf(pod ?? '');
    const atMs = this.clock.now();
    own.events.push({ kind: action === 'evict' ? 'evict' : 'resize', atMs, replica });
    if (action === 'evict') this.evictedMs.set(`${vpa}/${replica}`, atMs);
  }

  /** Lets pods come back and resizes be done before time goes on. */
  private async settle(): Promise<void> {
    for (let second = 0; second < SETTLING_S; second++) {
      await until('every replica', () =>
        this.workloads.every(({ name, replicas }) => this.cluster.pods(name).length === replicas),
      );
      await this.clock.advance(SECOND_MS);
    }
  }

  private record({ name, replicas }: RecordedWorkload): void {
    const nowMs = this.clock.now();
    const pods = this.cluster.pods(name).sort((a, b) => createdMs(a) - createdMs(b));
    const own = this.seriesOf(name, replicas);
    const names = pods.map(({ metadata }) => metadata.name);
    const born = names.filter((pod) => !own.pods.includes(pod));
    const gone = this.evictedInOrder(name, own);
    for (const replica of gone.length > 0 ? gone : own.pods.keys()) {
      if (gone.length === 0 && own.pods[replica] !== '') continue;
      own.pods[replica] = born.shift() ?? '';
      const started = startedMs(pods.find(({ metadata }) => metadata.name === own.pods[replica]));
      const evictedMs = this.evictedMs.get(`${name}/${replica}`);
      if (evictedMs === undefined) own.podsStartedMs = Math.max(own.podsStartedMs, started);
      else own.replaceMs = Math.max(own.replaceMs, started - evictedMs);
      this.evictedMs.delete(`${name}/${replica}`);
    }
    for (const [replica, pod] of own.pods.entries()) {
      const metrics = this.cluster.sandbox.registry.get<PodMetrics>('pods.metrics.k8s.io', NAMESPACE, pod);
      const [sample] = metrics ? samplesOf(metrics) : [];
      own.cpu[replica]?.push(sample?.cpuMillicores ?? Number.NaN);
      own.memory[replica]?.push(sample?.memoryBytes ?? Number.NaN);
    }
    const vpa = this.cluster.vpa(name);
    const target = vpa.status?.recommendation?.containerRecommendations?.[0]?.target;
    const former = own.events.findLast((event) => event.kind === 'recommended');
    const next = amountsFrom(target);
    if (target && JSON.stringify(former?.target) !== JSON.stringify(next))
      own.events.push({ kind: 'recommended', atMs: nowMs, target: next });
  }

  private evictedInOrder(name: string, own: LiveSeries): number[] {
    return [...this.evictedMs.keys()]
      .filter((key) => key.startsWith(`${name}/`))
      .map((key) => Number(key.slice(name.length + 1)))
      .filter((replica) => own.pods[replica] !== undefined);
  }

  private seriesOf(name: string, replicas: number): LiveSeries {
    let own = this.series.get(name);
    if (!own) {
      const lines = () => Array.from({ length: replicas }, (): number[] => []);
      const pods = Array.from({ length: replicas }, () => '');
      own = { events: [], cpu: lines(), memory: lines(), pods, podsStartedMs: 0, replaceMs: 0 };
      this.series.set(name, own);
    }
    return own;
  }
}

function createdMs({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '');
}

function startedMs(pod: Pod | undefined): number {
  const { startedAt } = pod?.status?.containerStatuses?.[0]?.state?.running ?? {};
  return Date.parse(startedAt ?? pod?.status?.startTime ?? '');
}
