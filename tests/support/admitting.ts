import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Registry as Metrics } from 'prom-client';
import { type AdmissionHandle, type AdmissionOptions, startAdmission } from '@/server/admission';
import { type Clock, wallClock } from '@/server/clock';
import { type Config, defaultConfig } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { ClusterCaches } from '@/server/kube/caches';
import { KubeClient } from '@/server/kube/client';
import { EventRecorder } from '@/server/kube/events';
import type { RoleContext } from '@/server/kube/role-context';
import { TargetResolver } from '@/server/kube/targets';
import type { Condition, Container, KubeObject, Pod, Workload } from '@/server/kube/types';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { silentLogger } from '@/server/log';
import { amountsFrom } from '@/server/model/quantity';
import type { Amounts } from '@/server/model/units';
import { ProblemBoard } from '@/server/problems';
import type { WriteOptions } from '@/server/sandbox/api/registry';
import { type Sandbox, startSandbox } from '@/server/sandbox/cluster';

export const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';
export const WEBHOOKS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
export const LEASES = 'leases.coordination.k8s.io';
export const NAMESPACE = 'shop';

/** What `app` requests in every workload made here, and what its VPA recommends. */
export const REQUESTED = { cpu: '100m', memory: '64Mi' };
export const RECOMMENDED = { cpu: '163m', memory: '262144000' };
/** The same in millicores and bytes. */
export const [REQUESTED_AMOUNTS, RECOMMENDED_AMOUNTS] = [amountsFrom(REQUESTED), amountsFrom(RECOMMENDED)];

/** Resolves once `reached` answers something; tests have a timeout of their own. */
export async function until<T>(reached: () => T | undefined | false | null): Promise<T> {
  for (;;) {
    const value = reached();
    if (value !== undefined && value !== false && value !== null) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** One admission process on a cluster, reached through its kubeconfig like any other. */
export class Admitting {
  private constructor(
    readonly context: RoleContext,
    readonly handle: AdmissionHandle,
  ) {}

  static async start(
    kubeconfig: string,
    config: Partial<Config> = {},
    options: AdmissionOptions = {},
    clock: Clock = wallClock,
  ): Promise<Admitting> {
    const log = silentLogger;
    const client = KubeClient.connect(loadAccess({ kubeconfig }), { qps: 1000, burst: 1000 });
    const caches = new ClusterCaches(client, { log });
    const context: RoleContext = {
      config: defaultConfig({ roles: ['admission'], ...config }),
      clock,
      wallClock,
      log,
      problems: new ProblemBoard(clock, log),
      client,
      caches,
      targets: new TargetResolver(caches, client),
      events: new EventRecorder({ client, clock, log, component: 'test' }),
      metrics: new Metrics(),
    };
    return new Admitting(context, await startAdmission(context, options));
  }

  /** Resolves once the lease is renewed because all is well. */
  async healthy(): Promise<this> {
    await until(() => this.handle.health().kind === 'healthy');
    return this;
  }

  /** Problems by code. */
  problems(): string[] {
    return this.context.problems.list().map(({ code }) => code);
  }

  /** Resolves once the caches have seen the VPA. */
  async sees(name: string): Promise<void> {
    await until(() => this.context.caches.vpas.get(NAMESPACE, name)?.status?.recommendation);
  }

  async stop(): Promise<void> {
    await this.handle.stop();
    await this.context.caches.stop();
    await this.context.client.close();
  }
}

/** A whole embedded cluster with one namespace, for tests of admission. */
export class AdmissionCluster {
  private constructor(
    readonly sandbox: Sandbox,
    private readonly folder: string,
  ) {}

  static async start(): Promise<AdmissionCluster> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
    const sandbox = await startSandbox({
      port: 0,
      clock: wallClock,
      log: silentLogger,
      scenario: 'empty',
      seed: 1,
      dataDir: folder,
    });
    const cluster = new AdmissionCluster(sandbox, folder);
    await cluster.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE },
    });
    return cluster;
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  create<T extends KubeObject>(resource: string, object: T): Promise<T> {
    return this.sandbox.registry.create(resource, object);
  }

  /** A VPA `name` for `kind` of the same name that recommends `RECOMMENDED` for `app`. */
  async autoscaler(
    name: string,
    kind = 'Deployment',
    spec: Partial<VerticalPodAutoscaler['spec']> = {},
  ): Promise<void> {
    const apiVersion = kind.endsWith('Job') ? 'batch/v1' : 'apps/v1';
    await this.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace: NAMESPACE },
      spec: { targetRef: { apiVersion, kind, name }, updatePolicy: { updateMode: 'Recreate' }, ...spec },
    });
    this.recommend(name, RECOMMENDED);
  }

  recommend(name: string, target: { cpu: string; memory: string }): void {
    this.sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      NAMESPACE,
      name,
      (draft) => {
        draft.status = { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } };
      },
      { subresource: 'status' },
    );
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

  pods(app: string): Pod[] {
    return [...this.sandbox.registry.list<Pod>('pods', NAMESPACE)].filter(
      (pod) => pod.metadata.labels?.app === app && !pod.metadata.deletionTimestamp,
    );
  }

  /** What every live pod of `app` requests, once there are `count`. */
  async requests(app: string, count: number): Promise<Amounts[]> {
    const pods = await until(() => this.pods(app).length === count && this.pods(app));
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
