import { type Config, defaultConfig } from '@/server/config';
import type { HpaDetail } from '@/server/contract/hpas';
import { RunningHpaController } from '@/server/hpa';
import { CONTROLLER_ANNOTATION } from '@/server/hpa/claim';
import { HpaController } from '@/server/hpa/controller';
import type { Problem } from '@/server/kube/problems';
import type { RoleContext } from '@/server/kube/role-context';
import { type Clock, wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, apiVersionOf } from '@/server/objects/resources';
import type { HorizontalPodAutoscaler, KubeObject, Pod, PodMetrics, Workload } from '@/server/objects/types';
import type { AuditRecord } from '@/server/store';
import { NAMESPACE, ShopCluster } from './embedded-cluster';
import { IdleClock } from './idle-clock';
import { roleContext } from './role-context';
import { until } from './until';
import { recordingInto } from './updating';

export const HPAS = 'horizontalpodautoscalers.autoscaling';
const SPEED = 30;

type Spec = HorizontalPodAutoscaler['spec'];

/** One process with the role `hpa`, its syncs made by hand. */
export class Scaling {
  readonly handle: RunningHpaController;

  private constructor(
    readonly context: RoleContext<Config>,
    readonly scaler: HpaController,
    readonly records: AuditRecord[],
  ) {
    this.handle = new RunningHpaController(scaler);
  }

  static async start(
    cluster: ScalingCluster,
    settings: Partial<Config>,
    isStopped: () => boolean,
    clock: Clock,
  ): Promise<Scaling> {
    const config = defaultConfig({
      dataDir: cluster.folder,
      kubeApiQps: 1000,
      kubeApiBurst: 1000,
      ...settings,
    });
    const kubeconfig = config.kubeconfig || cluster.sandbox.kubeconfigPath;
    const context = roleContext(config, kubeconfig, clock);
    const records: AuditRecord[] = [];
    const scaler = new HpaController(context, { recorder: recordingInto(records), isStopped });
    scaler.leadership.start();
    await scaler.follow();
    return new Scaling(context, scaler, records);
  }

  /** Resolves once this process is the one that acts. */
  async leads(): Promise<void> {
    await until('a leader', () => this.scaler.leadership.state.kind === 'leading');
  }

  async sync(cluster: ScalingCluster): Promise<void> {
    await this.caughtUp(cluster);
    await this.scaler.sync();
  }

  /** Syncs until something is so. */
  async until(cluster: ScalingCluster, what: string, isSo: () => boolean): Promise<void> {
    await until(what, async () => {
      await this.sync(cluster);
      return isSo();
    });
  }

  detail(name: string): HpaDetail | undefined {
    return this.handle.detail(NAMESPACE, name);
  }

  problems(): readonly Problem[] {
    return this.context.problems.list();
  }

  async stop(): Promise<void> {
    await this.scaler.stop();
    await this.context.events.flush();
    await this.context.caches.stop();
    await this.context.client.close();
  }

  private async caughtUp({ sandbox: { registry } }: ScalingCluster): Promise<void> {
    const { caches } = this.context;
    const pairs = [
      ['pods', caches.pods],
      [HPAS, caches.horizontalPodAutoscalers],
      ['deployments.apps', caches.deployments],
    ] as const;
    const versions = (objects: Iterable<KubeObject>) =>
      [...objects]
        .map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`)
        .sort()
        .join();
    await until('caches that agree with the cluster', () =>
      pairs.every(([resource, cache]) => versions(registry.list(resource)) === versions(cache.list())),
    );
  }
}

/** An embedded cluster, by default without an HPA controller of its own, and any number of processes on it. */
export class ScalingCluster extends ShopCluster {
  isStopped = false;
  private readonly processes: Scaling[] = [];

  static async start({ speed = SPEED, ownController = false } = {}): Promise<ScalingCluster> {
    const clock: Clock = new IdleClock(wallClock.now(), speed, speed);
    return new ScalingCluster(...(await ShopCluster.inShop(clock, { scalesHorizontally: ownController })));
  }

  async scaling(settings: Partial<Config> = {}, clock = this.clock): Promise<Scaling> {
    const process = await Scaling.start(this, settings, () => this.isStopped, clock);
    this.processes.push(process);
    return process;
  }

  override async close(): Promise<void> {
    for (const process of this.processes.splice(0).reverse()) await process.stop();
    await super.close();
  }

  /** A Deployment whose container requests 100m and uses so much of it, once its pods run. */
  async workload(name: string, cpu: string, replicas = 2): Promise<void> {
    const labels = { app: name };
    const does = JSON.stringify({ kind: 'steady', cpu, memory: '20Mi', startSeconds: 1 });
    await this.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: NAMESPACE },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { 'sandbox.plumbline.dev/workload': does } },
          spec: {
            containers: [
              { name: 'app', image: 'app:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } },
            ],
          },
        },
      },
    } as Workload);
    await until(`${name} with metrics`, () => {
      const pods = this.pods(name);
      return pods.length === replicas && pods.every((pod) => this.isMeasuredWhileReady(pod));
    });
  }

  /** An HPA does not count what a pod used before it was ready. */
  private isMeasuredWhileReady({ metadata, status }: Pod): boolean {
    const sample = this.sandbox.registry.get<PodMetrics>('pods.metrics.k8s.io', NAMESPACE, metadata.name);
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    if (!sample || ready?.status !== 'True' || !ready.lastTransitionTime) return false;
    const windowMs = Number.parseFloat(sample.window) * 1000;
    return Date.parse(sample.timestamp) - windowMs >= Date.parse(ready.lastTransitionTime);
  }

  /** A custom resource with a scale, whose replicas are `size`, and the definition of its kind. */
  async rules(name: string, spec: object, status: object = {}): Promise<void> {
    const scale = {
      specReplicasPath: '.spec.size',
      statusReplicasPath: '.status.size',
      labelSelectorPath: '.status.selector',
    };
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    await this.create('customresourcedefinitions.apiextensions.k8s.io', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'fleets.example.com' },
      spec: {
        group: 'example.com',
        names: { plural: 'fleets', kind: 'Fleet' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { scale } }],
      },
    } as KubeObject);
    await this.create('fleets.example.com', {
      apiVersion: 'example.com/v1',
      kind: 'Fleet',
      metadata: { name, namespace: NAMESPACE },
      spec,
      status,
    } as KubeObject);
  }

  hpa(name: string, spec: Partial<Spec> = {}, { isOurs = false } = {}): Promise<HorizontalPodAutoscaler> {
    return this.create<HorizontalPodAutoscaler>(HPAS, {
      apiVersion: apiVersionOf(API_RESOURCES.horizontalPodAutoscalers),
      kind: 'HorizontalPodAutoscaler',
      metadata: {
        name,
        namespace: NAMESPACE,
        ...(isOurs && { annotations: { [CONTROLLER_ANNOTATION]: 'plumbline' } }),
      },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        maxReplicas: 8,
        ...spec,
      },
    });
  }

  replicas(name: string): number | undefined {
    return this.sandbox.registry.get<Workload>('deployments.apps', NAMESPACE, name)?.spec.replicas;
  }

  status(name: string): HorizontalPodAutoscaler['status'] {
    return this.sandbox.registry.get<HorizontalPodAutoscaler>(HPAS, NAMESPACE, name)?.status;
  }

  condition(name: string, type: string) {
    return this.status(name)?.conditions?.find((each) => each.type === type);
  }

  changeHpa(name: string, change: (draft: HorizontalPodAutoscaler) => void): void {
    this.sandbox.registry.mutate(HPAS, NAMESPACE, name, change);
  }
}
