import type { Sandbox } from '@/sandbox/cluster';
import { WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';
import { type AdmissionOptions, startAdmission } from '@/server/admission';
import { type Config, defaultConfig } from '@/server/config';
import { isStopped } from '@/server/decide/pods/stop';
import type { Plan, PodPlan } from '@/server/decide/running/planned';
import type { CachedKind } from '@/server/kube/cached-kinds';
import type { ClusterCaches } from '@/server/kube/caches';
import type { RoleContext } from '@/server/kube/role-context';
import type { WatchTimings } from '@/server/kube/watch-cache';
import { type Clock, wallClock } from '@/server/lib/time/clock';
import type { KubeObject, Node, Pod, ResourceRequirements, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { type Operations, type OperationsPorts, type Stops, startOperations } from '@/server/operations';
import type { AuditRecord, Journal, JournalWriter, OutcomeRecord } from '@/server/store';
import { RunningUpdater, type UpdaterHandle } from '@/server/updater';
import { hpaReverter } from '@/server/updater/act/hpa-back';
import { podReverter } from '@/server/updater/act/put-back';
import { Updater } from '@/server/updater/updater';
import type { ReasonCode } from '@/server/words/reasons';
import { NAMESPACE, ShopCluster, VPAS } from './embedded-cluster';
import { IdleClock } from './idle-clock';
import { RecordedMutations } from './recorded-mutations';
import { roleContext } from './role-context';
import { until } from './until';

const SPEED = 30;
const IDLE = '{"kind":"steady","cpu":"10m","memory":"20Mi"}';

/** Limits that have tests of their own are out of the way; every one can be put back. */
const SETTINGS: Partial<Config> = {
  warmUpMs: 0,
  leastHistoryMs: 0,
  leastHistoryToLowerMs: 0,
  canaryMs: 0,
  kubeApiQps: 1000,
  kubeApiBurst: 1000,
};

/** Resolves once everything recorded is stored, also on a machine so busy that the database seems away meanwhile. */
export async function stored(store: Journal): Promise<void> {
  await until('a store that has everything', () => store.state.kind === 'available' && store.waiting === 0);
}

const COMPARED = [
  ['pods', 'pods'],
  [VPAS, 'vpas'],
  ['nodes', 'nodes'],
  ['deployments.apps', 'deployments'],
  ['replicasets.apps', 'replicaSets'],
  ['statefulsets.apps', 'statefulSets'],
  ['daemonsets.apps', 'daemonSets'],
  ['horizontalpodautoscalers.autoscaling', 'horizontalPodAutoscalers'],
  ['poddisruptionbudgets.policy', 'podDisruptionBudgets'],
  ['resourcequotas', 'resourceQuotas'],
] as const satisfies readonly (readonly [string, CachedKind])[];

const versions = (objects: Iterable<KubeObject>) =>
  [...objects]
    .map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`)
    .sort()
    .join();

/** Resolves once these caches hold what the cluster holds, each of the kinds that it follows. */
export async function caughtUp({ registry }: Sandbox, ...all: ClusterCaches[]): Promise<void> {
  await until('caches that agree with the cluster', () =>
    COMPARED.every(([resource, kind]) => {
      const following = all.map((caches) => caches[kind]).filter((cache) => cache.isFollowing);
      if (following.length === 0) return true;
      const there = versions(registry.list(resource));
      return following.every((cache) => versions(cache.list()) === there);
    }),
  );
}

/** Keeps what is recorded where a test can look at it, and apart from it what came of the actions. */
export function recordingInto(records: AuditRecord[], outcomes: OutcomeRecord[] = []): JournalWriter {
  const record: JournalWriter['record'] = (...more) => {
    for (const one of more)
      if (one.kind === 'outcome') outcomes.push(one);
      else records.push(one);
  };
  return { record, begin: () => record };
}

/** What people do in a process with this updater. */
export function operationsBeside(
  context: RoleContext<Config>,
  store: JournalWriter,
  updater: () => UpdaterHandle | undefined,
): Operations {
  const ports: OperationsPorts = {
    store,
    reverter: podReverter(context),
    hpaReverter: hpaReverter(context),
    planner: updater,
    recordsForAll: () => updater()?.isLeading ?? false,
  };
  return startOperations(context, ports, { enforce: context.config.roles.includes('updater') });
}

/** One updater process on a cluster, its passes made by hand. */
export class Updating {
  readonly records: AuditRecord[] = [];

  private constructor(
    readonly context: RoleContext<Config>,
    readonly operations: Operations,
    readonly updater: Updater,
    records: AuditRecord[],
    /** What came of what was done, as it was told. */
    readonly outcomes: readonly OutcomeRecord[],
  ) {
    this.records = records;
  }

  static async start(
    cluster: UpdatingCluster,
    settings: Partial<Config> = {},
    { clock = cluster.clock, wall = wallClock }: { clock?: Clock; wall?: Clock } = {},
  ): Promise<Updating> {
    const context = { ...cluster.context({ roles: ['updater'], ...settings }), clock, wallClock: wall };
    const records: AuditRecord[] = [];
    const outcomes: OutcomeRecord[] = [];
    const recorder = recordingInto(records, outcomes);
    let running: RunningUpdater | undefined;
    const operations = operationsBeside(context, recorder, () => running);
    const updater = new Updater(context, { stops: operations.stops.keeper, recorder });
    running = new RunningUpdater(context, updater);
    await updater.follow();
    return new Updating(context, operations, updater, records, outcomes);
  }

  get stops(): Stops {
    return this.operations.stops;
  }

  /** The plan for one VPA, once the caches have caught up with the cluster. */
  async plan(cluster: UpdatingCluster, name: string): Promise<PodPlan[]> {
    await this.caughtUp(cluster);
    return podsOf((await this.updater.plan()).plan, name);
  }

  async pass(cluster: UpdatingCluster): Promise<Plan> {
    await this.caughtUp(cluster);
    return this.updater.pass();
  }

  /** Resolves once the caches hold what the cluster holds. */
  caughtUp({ sandbox }: UpdatingCluster): Promise<void> {
    return caughtUp(sandbox, this.context.caches);
  }

  actions(): string[] {
    return this.records.flatMap((record) =>
      record.kind === 'action' ? [`${record.action} ${record.outcome}`] : [],
    );
  }

  async stop(): Promise<void> {
    await this.updater.stop();
    await this.operations.stop();
    await this.context.events.flush();
    await this.context.caches.stop();
    await this.context.client.close();
  }
}

export function podsOf(plan: Plan, name: string): PodPlan[] {
  return plan.vpas.find((vpa) => vpa.name === name)?.pods ?? [];
}

/** The codes of every pod's reasons, for comparing plans. */
export function codes(pods: readonly PodPlan[]): string[] {
  return pods.map(
    ({ decision, reasons }) => `${decision}: ${reasons.map((reason) => reason.code).join(' ')}`,
  );
}

/** The first reason of this code in a plan, with its evidence. */
export function reasonOf<Code extends ReasonCode>(plan: readonly PodPlan[], code: Code) {
  return plan.flatMap(({ reasons }) => reasons).find((reason) => reason.code === code);
}

interface WorkloadOptions {
  kind?: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Job';
  replicas?: number;
  resources?: ResourceRequirements;
  /** Of an init container "setup" that ends; none if absent. */
  setup?: ResourceRequirements;
  /** How its containers behave, as the embedded cluster reads it. */
  character?: string;
}

/** An embedded cluster with one namespace, its clock fast unless said otherwise, and any number of processes on it. */
export class UpdatingCluster extends ShopCluster {
  /** How long processes started from now on wait for an answer of the API server. */
  requestTimeoutMs: number | undefined;
  /** What they wait for their watches, in real time; by default as long as any process. */
  watchTimings: Partial<WatchTimings> | undefined;
  private readonly processes: { stop(): Promise<void> }[] = [];

  static async start(speed = SPEED): Promise<UpdatingCluster> {
    // However busy the machine, what takes no time in a cluster takes none.
    const clock = speed === 1 ? wallClock : new IdleClock(wallClock.now(), speed, speed);
    return UpdatingCluster.at(clock);
  }

  static async at(clock: Clock): Promise<UpdatingCluster> {
    return new UpdatingCluster(...(await ShopCluster.inShop(clock)));
  }

  override async close(): Promise<void> {
    for (const process of this.processes.splice(0).reverse()) await process.stop();
    await super.close();
  }

  context(settings: Partial<Config>): RoleContext<Config> {
    const config = defaultConfig({ ...SETTINGS, dataDir: this.folder, ...settings });
    const kubeconfig = config.kubeconfig || this.sandbox.kubeconfigPath;
    return roleContext(config, kubeconfig, this.clock, this.requestTimeoutMs, this.watchTimings);
  }

  /** A process that updates; stopped with the cluster. */
  async updating(
    settings: Partial<Config> = {},
    clocks: { clock?: Clock; wall?: Clock } = {},
  ): Promise<Updating> {
    const process = await Updating.start(this, settings, clocks);
    this.processes.push(process);
    return process;
  }

  /** A process that admits, once its lease says it is well. */
  admitting(stops?: Stops) {
    return this.admission({
      isStopped: (namespace, name) => (stops ? isStopped(stops.keeper.state, namespace, name) : false),
    });
  }

  /** The same with all that belongs to it; stopped with the cluster, if not before. */
  async admission(options: AdmissionOptions = {}, settings: Partial<Config> = {}) {
    const context = this.context({ roles: ['admission'], ...settings });
    const recorder = new RecordedMutations();
    const handle = await startAdmission(context, { recorder, ...options });
    let stopped: Promise<void> | undefined;
    const stopAll = async () => {
      await handle.stop();
      await context.caches.stop();
      await context.client.close();
    };
    const stop = () => {
      stopped ??= stopAll();
      return stopped;
    };
    this.processes.push({ stop });
    await until('healthy admission', () => handle.health().kind === 'healthy');
    return { handle, context, stop, mutations: recorder.list };
  }

  /** A workload whose pods all run. Its containers use next to nothing, unless said otherwise. */
  async workload(
    name: string,
    { kind = 'Deployment', replicas = 4, resources, setup, character = IDLE }: WorkloadOptions = {},
  ) {
    const template = {
      metadata: {
        labels: { app: name },
        annotations: { [WORKLOAD_ANNOTATION]: character },
      },
      spec: {
        ...(setup && { initContainers: [{ name: 'setup', image: 'setup:1', resources: setup }] }),
        containers: [
          {
            name: 'app',
            image: 'app:1',
            resources: resources ?? { requests: { cpu: '100m', memory: '64Mi' } },
          },
        ],
        ...(kind === 'Job' ? { restartPolicy: 'Never' } : {}),
      },
    };
    const selector = { matchLabels: { app: name } };
    const spec =
      kind === 'Job'
        ? { parallelism: replicas, completions: replicas, template }
        : kind === 'DaemonSet'
          ? { selector, template }
          : { replicas, selector, template, ...(kind === 'StatefulSet' ? { serviceName: name } : {}) };
    const plural = {
      Deployment: 'deployments.apps',
      StatefulSet: 'statefulsets.apps',
      DaemonSet: 'daemonsets.apps',
      Job: 'jobs.batch',
    };
    await this.create(plural[kind], {
      apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
      kind,
      metadata: { name, namespace: NAMESPACE },
      spec,
    } as Workload);
    await this.ready(name, kind === 'DaemonSet' ? 3 : replicas);
  }

  /** A VPA of the same name as its target that recommends `target` for `app`, within bounds around it. */
  async autoscaler(
    name: string,
    {
      kind = 'Deployment',
      target = { cpu: '163m', memory: '250Mi' },
      ...spec
    }: Partial<VerticalPodAutoscaler['spec']> & {
      kind?: WorkloadOptions['kind'];
      target?: { cpu: string; memory: string };
    } = {},
  ): Promise<void> {
    await this.recommending(name, kind, target, spec);
  }

  /** Whether new pods find a node; those that do not stay Pending. */
  schedule(isOpen: boolean): void {
    for (const { metadata } of [...this.sandbox.registry.list('nodes')])
      this.sandbox.registry.mutate<Node>('nodes', undefined, metadata.name, (draft) => {
        draft.spec = { ...draft.spec, unschedulable: !isOpen };
      });
  }

  vpa(name: string): VerticalPodAutoscaler {
    const vpa = this.sandbox.registry.get<VerticalPodAutoscaler>(VPAS, NAMESPACE, name);
    if (!vpa) throw new Error(`no VPA ${name}`);
    return vpa;
  }

  requests(app: string): unknown[] {
    return this.pods(app).map((pod) => pod.spec.containers[0]?.resources?.requests);
  }

  /** Resolves once `count` pods run and are ready, and nothing of the workload is going away. */
  async ready(app: string, count: number): Promise<void> {
    await until(`${count} ready pods of ${app}`, () => {
      const all = [...this.sandbox.registry.list<Pod>('pods', NAMESPACE)].filter(
        (pod) => pod.metadata.labels?.app === app,
      );
      return all.length === count && all.every(isReady);
    });
  }

  events(reason: string): { reason?: string; involvedObject: { name?: string } }[] {
    return [
      ...this.sandbox.registry.list<KubeObject & { reason?: string; involvedObject: { name?: string } }>(
        'events',
        NAMESPACE,
      ),
    ].filter((event) => event.reason === reason);
  }
}

export function isReady({ metadata, status }: Pod): boolean {
  return (
    !metadata.deletionTimestamp &&
    status?.phase === 'Running' &&
    (status.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True')
  );
}
