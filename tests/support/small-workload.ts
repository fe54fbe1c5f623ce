import type { CharacterText } from '@/sandbox/workloads/character';
import type { Pod } from '@/server/objects/types';
import type { SimulatedCluster } from './simulated-cluster';

/** A container that uses little and is ready after three seconds. */
export const steady: CharacterText = { kind: 'steady', cpu: '20m', memory: '30Mi', startSeconds: 3 };

/** A workload of such containers in the namespace `shop`. */
export const plan = (name: string, replicas = 3) => ({
  name,
  namespace: 'shop',
  replicas,
  containers: [{ requests: '50m/50Mi', does: steady }],
});

/** Gives a workload's template another image. */
export function newImage(draft: { spec: { template: { spec: Pod['spec'] } } }): void {
  for (const container of draft.spec.template.spec.containers) container.image = 'img:2';
}

export function images(cluster: SimulatedCluster): (string | undefined)[] {
  return cluster.list<Pod>('pods').map((pod) => pod.spec.containers[0]?.image);
}
