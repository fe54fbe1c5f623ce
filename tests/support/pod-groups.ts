import type { PodGroup } from '@/server/objects/plumbline-types';
import type { LabelSelector, Pod } from '@/server/objects/types';
import type { UpdateMode, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, type ShopCluster, VPAS } from './embedded-cluster';
import { createWorkerPod, type Worker } from './workers';

export const POD_GROUPS = 'podgroups.plumbline.dev';

export function podGroup(name: string, selector: LabelSelector): PodGroup {
  return {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'PodGroup',
    metadata: { name, namespace: NAMESPACE },
    spec: { selector },
  };
}

/** Pods of the workloads with these names. */
export function ofApps(...apps: string[]): LabelSelector {
  return { matchExpressions: [{ key: 'app', operator: 'In', values: apps }] };
}

interface OnGroup {
  name?: string;
  mode?: UpdateMode;
  target?: { cpu: string; memory: string };
  annotations?: Record<string, string>;
}

/** A VPA on a group, by default of the same name, that recommends `target` for `app`. */
export async function onGroup(
  cluster: ShopCluster,
  group: string,
  { name = group, mode = 'Recreate', target = { cpu: '163m', memory: '250Mi' }, annotations }: OnGroup = {},
): Promise<void> {
  await cluster.create<VerticalPodAutoscaler>(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: NAMESPACE, ...(annotations && { annotations }) },
    spec: {
      targetRef: { apiVersion: 'plumbline.dev/v1alpha1', kind: 'PodGroup', name: group },
      updatePolicy: { updateMode: mode },
    },
  });
  cluster.recommend(name, target);
}

/** Keeps `count` pods of a worker up, owned by it directly. Returns what ends that. */
export async function keepWorkers(cluster: ShopCluster, worker: Worker, count: number): Promise<() => void> {
  const { name } = worker.metadata;
  let serial = 0;
  const create = () => createWorkerPod(cluster, worker, `${name}-${serial++}`);
  const end = cluster.sandbox.registry.watch<Pod>('pods', ({ type, object }) => {
    if (type === 'DELETED' && object.metadata.labels?.app === name) void create();
  });
  for (let pod = 0; pod < count; pod++) await create();
  return end;
}
