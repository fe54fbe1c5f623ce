import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createRegistry } from '@/sandbox/api/create-registry';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { startApiServer } from '@/sandbox/api/server';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock, toKubeTime } from '@/server/lib/time/clock';
import type {
  ContainerStateTerminated,
  ContainerStatus,
  KubeEvent,
  KubeObject,
  Pod,
  PodMetrics,
} from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';

const CRD_FOLDER = fileURLToPath(new URL('../../deploy/crds', import.meta.url));
/** Read once for all clusters of a process: to parse them takes as long as all else that a cluster needs to start. */
const DEFINITIONS = readdirSync(CRD_FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((file) => parse(readFileSync(path.join(CRD_FOLDER, file), 'utf8')));
export const START_MS = Date.parse('2026-03-02T00:00:00Z');
export const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';
export const CHECKPOINTS = 'verticalpodautoscalercheckpoints.autoscaling.k8s.io';
const CRDS = 'customresourcedefinitions.apiextensions.k8s.io';

/** What one container reports to use, as quantities. */
export type Usage = { cpu?: string; memory?: string };

/**
 * A real API server over HTTPS with nothing behind it: no controllers, no kubelets. Tests create the objects,
 * say what the metrics API answers, and move the cluster's time.
 */
export class ApiCluster {
  /** Usage per "namespace/pod" and container, as the metrics API answers at any time. */
  readonly usage = new Map<string, Record<string, Usage>>();
  /** What the metrics API says instead of the present moment, per pod. */
  readonly timestamps = new Map<string, string>();
  /** Called while the metrics API answers. */
  onMetricsRequest?: () => void;

  private constructor(
    readonly registry: ObjectRegistry,
    readonly clock: ManualClock,
    readonly url: string,
    readonly kubeconfig: string,
    /** A folder of its own, gone with the cluster. */
    readonly folder: string,
    readonly kubeconfigOf: (user: 'admin' | 'viewer' | 'limited') => string,
    /** How to reach its server by other means than the kubeconfig. */
    readonly server: Awaited<ReturnType<typeof startApiServer>>,
    /** The address that answers behind each Service, by `namespace/name`. */
    private readonly endpoints: Map<string, string>,
  ) {}

  static async start(options: { crds?: boolean; metrics?: boolean } = {}): Promise<ApiCluster> {
    const clock = new ManualClock(START_MS);
    const registry = await createRegistry({ clock, log: silentLogger });
    const endpoints = new Map<string, string>();
    const server = await startApiServer({ port: 0, clock, log: silentLogger, registry, endpoints });
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
    const kubeconfig = path.join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, server.kubeconfig('admin'));
    const cluster = new ApiCluster(
      registry,
      clock,
      server.url,
      kubeconfig,
      folder,
      (user) => server.kubeconfig(user),
      server,
      endpoints,
    );
    if (options.crds ?? true) await cluster.installCrds();
    if (options.metrics ?? true) cluster.installMetrics();
    for (const name of ['shop', 'monitoring'])
      await cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    return cluster;
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The kubeconfig of the administrator. */
  kubeconfigText(): string {
    return readFileSync(this.kubeconfig, 'utf8');
  }

  async installCrds(): Promise<void> {
    for (const definition of DEFINITIONS) await this.create(CRDS, structuredClone(definition));
  }

  installMetrics(): void {
    const list = (namespace?: string): PodMetrics[] => {
      const all = [...this.usage]
        .filter(([key]) => !namespace || key.startsWith(`${namespace}/`))
        .map(([key, containers]) => this.metricsOf(key, containers));
      this.onMetricsRequest?.();
      return all;
    };
    this.registry.addVirtual({
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      plural: 'pods',
      singular: '',
      kind: 'PodMetrics',
      namespaced: true,
      list,
      get: (namespace, name) => list(namespace).find((one) => one.metadata.name === name),
    });
  }

  create<T extends KubeObject>(resource: string, object: T): Promise<T> {
    return this.registry.create(resource, object);
  }

  /** A Service with these labels, behind which this address answers. */
  async service(
    name: string,
    labels: Record<string, string>,
    url: string,
    namespace = 'monitoring',
  ): Promise<void> {
    await this.create('services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { namespace, name, labels },
      spec: { ports: [{ name: 'http', port: 80 }] },
    } as KubeObject);
    this.endpoints.set(`${namespace}/${name}`, url);
  }

  vpa(name: string): VerticalPodAutoscaler {
    const found = this.registry.get<VerticalPodAutoscaler>(VPAS, 'shop', name);
    if (!found) throw new Error(`VPA shop/${name} is not there`);
    return found;
  }

  /** A Deployment `name` with one running pod per name in `pods`, as its controllers would have made them. */
  async workload(name: string, pods: string[], containers: string[] = ['app']): Promise<void> {
    const labels = { app: name };
    const template = { metadata: { labels }, spec: { containers: containers.map(containerNamed) } };
    await this.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace: 'shop', name },
      spec: { replicas: pods.length, selector: { matchLabels: labels }, template },
    } as KubeObject);
    for (const pod of pods) await this.pod(pod, labels, containers);
  }

  /** A ReplicaSet that belongs to the Deployment `owner`, perhaps as one of its revisions. */
  async replicaSetOf(owner: string, name: string, revision?: string): Promise<void> {
    const deployment = this.registry.get('deployments.apps', 'shop', owner);
    const labels = { app: owner };
    await this.create('replicasets.apps', {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        namespace: 'shop',
        name,
        ...(revision && { annotations: { 'deployment.kubernetes.io/revision': revision } }),
        ownerReferences: [
          {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            name: owner,
            uid: deployment?.metadata.uid ?? '',
            controller: true,
          },
        ],
      },
      spec: {
        replicas: 0,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [containerNamed('app')] } },
      },
    } as KubeObject);
  }

  async pod(name: string, labels: Record<string, string>, containers: string[] = ['app']): Promise<void> {
    await this.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name, labels },
      spec: { containers: containers.map(containerNamed) },
    });
    this.registry.mutate<Pod>(
      'pods',
      'shop',
      name,
      (draft) => {
        draft.status = { ...draft.status, phase: 'Running' };
      },
      { subresource: 'status' },
    );
  }

  /** A VPA `name` for the Deployment of the same name, changed by `spec`. */
  async autoscaler(name: string, spec: Partial<VerticalPodAutoscaler['spec']> = {}): Promise<void> {
    await this.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { namespace: 'shop', name },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, ...spec },
    });
  }

  /** The kernel kills `container` of `pod` for memory, now. */
  kill(pod: string, container: string): void {
    this.setContainerStatus(pod, container, { state: { terminated: this.killed() }, restartCount: 0 });
  }

  /** The kubelet of a node short of memory says that it evicted `pod` over `container`, which used `usage`. */
  async evict(pod: string, container: string, usage: string): Promise<void> {
    const now = toKubeTime(this.clock.now());
    await this.create<KubeEvent>('events', {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {
        namespace: 'shop',
        name: `${pod}.evicted`,
        annotations: {
          offending_containers: container,
          offending_containers_usage: usage,
          starved_resource: 'memory',
        },
      },
      involvedObject: { kind: 'Pod', namespace: 'shop', name: pod },
      reason: 'Evicted',
      message: 'The node was low on resource: memory.',
      type: 'Warning',
      firstTimestamp: now,
      lastTimestamp: now,
    });
  }

  /** The kubelet starts `container` again after it was killed. */
  restart(pod: string, container: string): void {
    const killed = this.containerStatus(pod, container)?.state?.terminated ?? this.killed();
    this.setContainerStatus(pod, container, {
      state: { running: { startedAt: toKubeTime(this.clock.now()) } },
      lastState: { terminated: killed },
      restartCount: 1,
    });
  }

  /** `container` ends with an error, and the kubelet starts it again, now. */
  crash(pod: string, container: string): void {
    const finishedAt = toKubeTime(this.clock.now());
    this.setContainerStatus(pod, container, {
      state: { running: { startedAt: finishedAt } },
      lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt } },
      restartCount: 1,
    });
  }

  /** The container crashed just now, and waits longer and longer before its next start. */
  crashAndWait(pod: string, container = 'app'): void {
    const restartCount = (this.containerStatus(pod, container)?.restartCount ?? 0) + 1;
    this.setContainerStatus(pod, container, {
      restartCount,
      ready: false,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: {
        terminated: { exitCode: 1, reason: 'Error', finishedAt: toKubeTime(this.clock.now()) },
      },
    });
  }

  /** The kubelet ends the pod by itself, and says why in the pod alone. */
  endByKubelet(pod: string, reason: 'Evicted' | 'Preempting', message: string): void {
    const lastTransitionTime = toKubeTime(this.clock.now());
    const condition = { type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet' } as const;
    this.registry.mutate<Pod>(
      'pods',
      'shop',
      pod,
      (draft) => {
        draft.status = {
          ...draft.status,
          phase: 'Failed',
          reason,
          message,
          conditions: [{ ...condition, lastTransitionTime }],
        };
      },
      { subresource: 'status' },
    );
  }

  private killed(): ContainerStateTerminated {
    return { exitCode: 137, reason: 'OOMKilled', finishedAt: toKubeTime(this.clock.now()) };
  }

  private containerStatus(pod: string, container: string): ContainerStatus | undefined {
    const found = this.registry.get<Pod>('pods', 'shop', pod);
    return found?.status?.containerStatuses?.find((one) => one.name === container);
  }

  private setContainerStatus(pod: string, container: string, status: Partial<ContainerStatus>): void {
    this.registry.mutate<Pod>(
      'pods',
      'shop',
      pod,
      (draft) => {
        const whole = { name: container, ready: true, restartCount: 0, image: '', imageID: '', ...status };
        draft.status = { ...draft.status, containerStatuses: [whole] };
      },
      { subresource: 'status' },
    );
  }

  private metricsOf(key: string, containers: Record<string, Usage>): PodMetrics {
    const [namespace, name = ''] = key.split('/');
    return {
      apiVersion: 'metrics.k8s.io/v1beta1',
      kind: 'PodMetrics',
      metadata: { namespace, name },
      timestamp: this.timestamps.get(key) ?? toKubeTime(this.clock.now()),
      window: '15s',
      containers: Object.entries(containers).map(([container, usage]) => ({
        name: container,
        usage: usage as Record<string, string>,
      })),
    };
  }
}

function containerNamed(name: string) {
  return { name, image: 'app:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } };
}
