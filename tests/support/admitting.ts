import type { WriteOptions } from '@/sandbox/api/registry';
import { type AdmissionHandle, type AdmissionOptions, startAdmission } from '@/server/admission';
import { type Config, defaultConfig } from '@/server/config';
import type { RoleContext } from '@/server/kube/role-context';
import { type Clock, wallClock } from '@/server/lib/time/clock';
import { amountsFrom } from '@/server/objects/quantity';
import type { Condition, Container, KubeObject, Pod, Workload } from '@/server/objects/types';
import type { Amounts } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, ShopCluster, VPAS } from './embedded-cluster';
import { RecordedMutations } from './recorded-mutations';
import { roleContext } from './role-context';
import { until } from './until';

export const WEBHOOKS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
export const LEASES = 'leases.coordination.k8s.io';

/** What `app` requests in every workload made here, and what its VPA recommends. */
const REQUESTED = { cpu: '100m', memory: '64Mi' };
export const RECOMMENDED = { cpu: '163m', memory: '262144000' };
/** The same in millicores and bytes. */
export const [REQUESTED_AMOUNTS, RECOMMENDED_AMOUNTS] = [amountsFrom(REQUESTED), amountsFrom(RECOMMENDED)];

/** One admission process on a cluster, reached through its kubeconfig like any other. */
export class Admitting {
  private stopped?: Promise<void>;

  private constructor(
    readonly context: RoleContext<Config>,
    readonly handle: AdmissionHandle,
    readonly mutations: RecordedMutations['list'],
  ) {}

  static async start(
    kubeconfig: string,
    config: Partial<Config> = {},
    options: AdmissionOptions = {},
    clock: Clock = wallClock,
  ): Promise<Admitting> {
    const settings = defaultConfig({ roles: ['admission'], kubeApiQps: 1000, kubeApiBurst: 1000, ...config });
    const context = roleContext(settings, kubeconfig, clock);
    const recorder = new RecordedMutations();
    return new Admitting(context, await startAdmission(context, { recorder, ...options }), recorder.list);
  }

  /** Resolves once the lease is renewed because all is well. */
  async healthy(): Promise<this> {
    await until('healthy admission', () => this.handle.health().kind === 'healthy');
    return this;
  }

  /** Problems by code. */
  problems(): string[] {
    return this.context.problems.list().map(({ code }) => code);
  }

  /** Resolves once the caches have seen the VPA. */
  async sees(name: string): Promise<void> {
    await until(
      `VPA ${name} seen`,
      () => this.context.caches.vpas.get(NAMESPACE, name)?.status?.recommendation,
    );
  }

  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  private async end(): Promise<void> {
    await this.handle.stop();
    await this.context.caches.stop();
    await this.context.client.close();
  }
}

/** A whole embedded cluster with one namespace, for tests of admission. */
export class AdmissionCluster extends ShopCluster {
  private readonly processes: Admitting[] = [];

  static async start(): Promise<AdmissionCluster> {
    return new AdmissionCluster(...(await ShopCluster.inShop(wallClock)));
  }

  /** A process that admits; stopped with the cluster. */
  async admitting(config: Partial<Config> = {}): Promise<Admitting> {
    const process = await Admitting.start(this.sandbox.kubeconfigPath, config);
    this.processes.push(process);
    return process.healthy();
  }

  override async close(): Promise<void> {
    for (const process of this.processes.splice(0).reverse()) await process.stop();
    await super.close();
  }

  /** A VPA `name` for `kind` of the same name that recommends `RECOMMENDED` for `app`. */
  async autoscaler(
    name: string,
    kind = 'Deployment',
    spec: Partial<VerticalPodAutoscaler['spec']> = {},
  ): Promise<void> {
    await this.recommending(name, kind, RECOMMENDED, spec);
  }

  /** The condition of a VPA that says its pods come without their patch. */
  unpatched(name: string): Condition | undefined {
    const vpa = this.sandbox.registry.get<VerticalPodAutoscaler>(VPAS, NAMESPACE, name);
    return vpa?.status?.conditions?.find(({ type }) => type === 'PodsUnpatched');
  }

  deployment(name: string, replicas: number): Promise<KubeObject> {
    return this.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: NAMESPACE },
      spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name) },
    } as Workload);
  }

  /** What every live pod of `app` requests, once there are `count`. */
  async requests(app: string, count: number): Promise<Amounts[]> {
    const pods = await until(
      `${count} pods of ${app}`,
      () => this.pods(app).length === count && this.pods(app),
    );
    return pods.map(requestsOf);
  }

  /** A pod of its own, with the owner and annotations given. */
  pod(name: string, metadata: Partial<Pod['metadata']> = {}, options?: WriteOptions): Promise<Pod> {
    const { spec } = template(name);
    return this.sandbox.registry.create<Pod>(
      'pods',
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, namespace: NAMESPACE, ...metadata },
        spec,
      },
      options,
    );
  }
}

export function requestsOf(pod: Pod): Amounts {
  return amountsFrom(pod.spec.containers[0]?.resources?.requests);
}

export function template(app: string, annotations: Record<string, string> = {}) {
  const container: Container = { name: 'app', image: 'app:1', resources: { requests: REQUESTED } };
  return { metadata: { labels: { app }, annotations }, spec: { containers: [container] } };
}
