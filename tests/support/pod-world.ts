import type { InUse } from '@/server/decide/pods/in-use';
import { toKubeTime } from '@/server/lib/time/clock';
import { amountsFrom, cpuFrom, memoryFrom } from '@/server/objects/quantity';
import { ownerKey, targetOf } from '@/server/objects/target-key';
import type {
  Container,
  HorizontalPodAutoscaler,
  KubeObject,
  LimitRange,
  MetricSpec,
  Pod,
  PodSpec,
  ResourceQuota,
} from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, START_MS, VPAS } from './api-cluster';

const LABELS = { app: 'web' };
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
export const ON_GROUP = { apiVersion: 'plumbline.dev/v1alpha1', kind: 'PodGroup', name: 'all' };

const HPAS = 'horizontalpodautoscalers.autoscaling';
const MEMORY_OF_APP: MetricSpec = {
  type: 'ContainerResource',
  containerResource: {
    name: 'memory',
    container: 'app',
    target: { type: 'Utilization', averageUtilization: 80 },
  },
};

/** What is recommended unless a world says otherwise: eight times what its container states. */
const TARGET = { cpu: '800m', memory: '800Mi' };

/** A container that states 100m and 100 MiB, and twice as much as its limits. */
export const APP: Container = {
  name: 'app',
  image: 'app:1',
  resources: { requests: { cpu: '100m', memory: '100Mi' }, limits: { cpu: '200m', memory: '200Mi' } },
};

export interface MadeVpa {
  name?: string;
  spec?: Partial<VerticalPodAutoscaler['spec']>;
  annotations?: Record<string, string>;
  createdMs?: number;
  /** By container; null if nothing is recommended. */
  targets?: Record<string, Record<string, string>> | null;
}

/** What a pod, and the objects around it, differ in from a Deployment with one VPA. */
export interface PodWorld {
  spec?: Partial<PodSpec>;
  containers?: Container[];
  vpas?: MadeVpa[];
  ranges?: LimitRange['spec']['limits'][];
  /** The API server counts what the pod uses of them. */
  quotas?: ResourceQuota['spec'][];
  hpa?: HorizontalPodAutoscaler['spec']['metrics'];
  /** Whether another HPA scales its Deployment, whose metric names no container that can be read. */
  hasUnreadableHpa?: boolean;
  /** What container `app` of its peers is seen to use now. */
  inUse?: Record<string, string>;
  /** How long the containers were sampled; two days by default. */
  historyMs?: number;
  isGrouped?: boolean;
  /** Its pods may use one node alone, of two cores and 2 GiB, which has so much left beside the running pod; made anew, that has its own room too. */
  leftOnNode?: { cpu: string; memory: string };
}

/** Makes a namespace of its own for each world, with a running pod `web-1` of Deployment `web`. */
export class PodWorlds {
  private constructor(readonly cluster: ApiCluster) {}

  historyMsOf({ metadata: { namespace = '' } }: VerticalPodAutoscaler): number {
    return this.histories.get(namespace) ?? 48 * 3_600_000;
  }

  static async start(): Promise<PodWorlds> {
    const worlds = new PodWorlds(await ApiCluster.start());
    await worlds.cluster.create('nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node' },
      status: { allocatable: { cpu: '500', memory: '2000Gi', pods: '500' } },
    } as KubeObject);
    return worlds;
  }

  close(): Promise<void> {
    return this.cluster.close();
  }

  /** What the pods of a workload use, by its key. */
  readonly inUse = new Map<string, InUse>();
  private readonly histories = new Map<string, number>();

  /** The pod as the API server keeps it, before any VPA has touched it. */
  async make(namespace: string, world: PodWorld): Promise<Pod> {
    const { cluster } = this;
    const make = <T extends KubeObject>(resource: string, object: T) =>
      cluster.create(resource, { ...object, metadata: { namespace, ...object.metadata } });
    await cluster.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    for (const [index, limits] of (world.ranges ?? []).entries())
      await make('limitranges', {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: `range-${index}` },
        spec: { limits },
      } as LimitRange);
    if (world.historyMs !== undefined) this.histories.set(namespace, world.historyMs);
    if (world.inUse)
      this.inUse.set(ownerKey(targetOf(namespace, DEPLOYMENT)), new Map([['app', amountsFrom(world.inUse)]]));
    const pod = await this.pod(namespace, world);
    for (const [index, spec] of (world.quotas ?? []).entries())
      await make('resourcequotas', {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: `quota-${index}` },
        spec,
      } as KubeObject);
    if (world.isGrouped)
      await make('podgroups.plumbline.dev', {
        apiVersion: ON_GROUP.apiVersion,
        kind: ON_GROUP.kind,
        metadata: { name: ON_GROUP.name },
        spec: { selector: { matchLabels: LABELS } },
      } as KubeObject);
    const makeHpa = (name: string, metrics: MetricSpec[]) =>
      make(HPAS, {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name },
        spec: { scaleTargetRef: DEPLOYMENT, minReplicas: 1, maxReplicas: 5, metrics },
      } as HorizontalPodAutoscaler);
    if (world.hpa) await makeHpa('scaler', world.hpa);
    if (world.hasUnreadableHpa) {
      await makeHpa('odd', [MEMORY_OF_APP]);
      cluster.registry.mutate<HorizontalPodAutoscaler>(HPAS, namespace, 'odd', ({ spec }) => {
        Object.assign(spec.metrics?.[0]?.containerResource ?? {}, { container: { toString: 1 } });
      });
    }
    for (const [index, vpa] of (world.vpas ?? [{}]).entries()) await this.vpa(namespace, vpa, index);
    return pod;
  }

  private async pod(namespace: string, { containers = [APP], leftOnNode, ...world }: PodWorld): Promise<Pod> {
    const { cluster } = this;
    const nodeName = leftOnNode ? `only-${namespace}` : 'node';
    if (leftOnNode) await this.fullNode(nodeName, namespace, leftOnNode);
    const spec = { ...world.spec, ...(leftOnNode && { nodeSelector: { only: namespace } }) };
    const selector = { matchLabels: LABELS };
    const template = { metadata: { labels: LABELS }, spec: { containers, ...spec } };
    const deployment = await cluster.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace, name: 'web' },
      spec: { replicas: 1, selector, template },
    } as KubeObject);
    const replicaSet = await cluster.create('replicasets.apps', {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { namespace, name: 'web-5f', ownerReferences: [ownedBy(deployment)] },
      spec: { replicas: 1, selector, template },
      status: { replicas: 1, readyReplicas: 1 },
    } as KubeObject);
    const pod = await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name: 'web-1', labels: LABELS, ownerReferences: [ownedBy(replicaSet)] },
      spec: { ...template.spec, nodeName },
    });
    const startedAt = toKubeTime(START_MS);
    cluster.registry.mutate<Pod>(
      'pods',
      namespace,
      'web-1',
      (draft) => {
        draft.status = {
          phase: 'Running',
          startTime: startedAt,
          conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: startedAt }],
        };
      },
      { subresource: 'status' },
    );
    return cluster.registry.get<Pod>('pods', namespace, 'web-1') ?? pod;
  }

  /** Another pod takes what is not left, beside the running pod's 100m and 100 MiB. */
  private async fullNode(
    name: string,
    namespace: string,
    left: { cpu: string; memory: string },
  ): Promise<void> {
    const { cluster } = this;
    await cluster.create('nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { only: namespace } },
      status: { allocatable: { cpu: '2', memory: '2Gi', pods: '10' } },
    } as KubeObject);
    const cpu = `${1900 - cpuFrom(left.cpu)}m`;
    const memory = String(2 * 2 ** 30 - 100 * 2 ** 20 - memoryFrom(left.memory));
    const resources = { requests: { cpu, memory } };
    await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name: 'neighbour' },
      spec: { containers: [{ name: 'app', image: 'app:1', resources }], nodeName: name },
    });
  }

  private async vpa(
    namespace: string,
    { name = 'web', spec, annotations, createdMs = START_MS, targets = { app: TARGET } }: MadeVpa,
    index: number,
  ): Promise<void> {
    const { cluster } = this;
    await cluster.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { namespace, name, ...(annotations && { annotations }) },
      spec: {
        targetRef: DEPLOYMENT,
        ...spec,
        updatePolicy: { updateMode: 'Recreate', minReplicas: 1, ...spec?.updatePolicy },
      },
    });
    cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, namespace, name, (draft) => {
      draft.metadata.creationTimestamp = toKubeTime(createdMs + index * 1000);
    });
    if (targets === null) return;
    cluster.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      namespace,
      name,
      (draft) => {
        const containerRecommendations = Object.entries(targets).map(([containerName, target]) => ({
          containerName,
          target,
          lowerBound: target,
          upperBound: target,
        }));
        draft.status = { ...draft.status, recommendation: { containerRecommendations } };
      },
      { subresource: 'status' },
    );
  }
}

function ownedBy({ apiVersion, kind, metadata: { name, uid = '' } }: KubeObject) {
  return { apiVersion, kind, name, uid, controller: true };
}
