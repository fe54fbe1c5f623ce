import type { KubeObject, Pod } from '@/server/objects/types';
import { NAMESPACE, type ShopCluster } from './embedded-cluster';

const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export interface Worker extends KubeObject {
  spec: { replicas?: number };
  status?: { replicas: number; selector: string };
}

/** Defines a kind `Worker` of a group, with a scale subresource, as of a rollout controller. */
export async function defineWorkers(cluster: ShopCluster, group: string): Promise<void> {
  await cluster.create('customresourcedefinitions.apiextensions.k8s.io', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `workers.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'workers', singular: 'worker', kind: 'Worker', listKind: 'WorkerList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: ANYTHING, status: ANYTHING } },
          },
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.replicas',
              statusReplicasPath: '.status.replicas',
              labelSelectorPath: '.status.selector',
            },
          },
        },
      ],
    },
  } as KubeObject);
}

/** The worker `web` of a group; its scale tells of so many replicas, those with the label `app=web`. */
export async function createWorker(
  cluster: ShopCluster,
  group: string,
  replicas: number,
  spec: Worker['spec'] = { replicas },
): Promise<Worker> {
  const resource = `workers.${group}`;
  const worker = await cluster.create<Worker>(resource, {
    apiVersion: `${group}/v1`,
    kind: 'Worker',
    metadata: { name: 'web', namespace: NAMESPACE },
    spec,
  });
  cluster.sandbox.registry.mutate<Worker>(
    resource,
    NAMESPACE,
    'web',
    (draft) => {
      draft.status = { replicas, selector: 'app=web' };
    },
    { subresource: 'status' },
  );
  return worker;
}

/** A pod that a worker owns directly. */
export function createWorkerPod(
  cluster: ShopCluster,
  { apiVersion, kind, metadata }: Worker,
  name: string,
): Promise<Pod> {
  return cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: NAMESPACE,
      labels: { app: metadata.name },
      ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '', controller: true }],
    },
    spec: {
      containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } }],
    },
  });
}
