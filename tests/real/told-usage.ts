import { setTimeout as sleep } from 'node:timers/promises';
import type { Pod } from '@/server/objects/types';
import type { RealCluster } from './real-cluster';

const GROUP = 'metrics.k8s.io';
const EVERY_MS = 2_000;
const RUNNING = 'fieldSelector=status.phase%3DRunning';
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: `pods.${GROUP}`,
    annotations: { 'api-approved.kubernetes.io': 'unapproved, stands in for an aggregated API' },
  },
  spec: {
    group: GROUP,
    names: { plural: 'pods', kind: 'PodMetrics' },
    scope: 'Namespaced',
    versions: [
      {
        ...{ name: 'v1beta1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Says what pods use, whose containers run nothing: custom resources in the place of metrics-server's. */
export class ToldUsage {
  private ended = false;
  private readonly loop: Promise<void>;

  private constructor(
    private readonly cluster: RealCluster,
    private readonly namespaces: readonly string[],
    private readonly usage: object,
  ) {
    this.loop = this.tell();
  }

  /** Tells `usage` of every container of each running pod of `namespaces`, from now on. */
  static async start(cluster: RealCluster, namespaces: readonly string[], usage: object): Promise<ToldUsage> {
    await cluster.create(DEFINITION);
    await cluster.kubectl('wait', '--for=condition=Established', `crd/pods.${GROUP}`);
    return new ToldUsage(cluster, namespaces, usage);
  }

  async stop(): Promise<void> {
    this.ended = true;
    await this.loop;
  }

  private async tell(): Promise<void> {
    while (!this.ended) {
      const { items } = await this.cluster.read<{ items: Pod[] }>(`/api/v1/pods?${RUNNING}`);
      const measured = items.filter(({ metadata: { namespace = '' } }) =>
        this.namespaces.includes(namespace),
      );
      for (const pod of measured) await this.tellOf(pod);
      await sleep(EVERY_MS);
    }
  }

  private async tellOf({ metadata: { name, namespace, labels }, spec }: Pod): Promise<void> {
    await this.cluster.plane.ask(
      'PATCH',
      `/apis/${GROUP}/v1beta1/namespaces/${namespace}/pods/${name}?fieldManager=usage&force=true`,
      {
        apiVersion: `${GROUP}/v1beta1`,
        kind: 'PodMetrics',
        metadata: { name, namespace, labels },
        timestamp: new Date().toISOString().replace(/\.\d+Z/, 'Z'),
        window: '15s',
        containers: spec.containers.map((container) => ({ name: container.name, usage: this.usage })),
      },
      'application/apply-patch+yaml',
    );
  }
}
