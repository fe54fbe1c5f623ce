import { sizedContainers } from '@/server/kube/sized-containers';
import type { Pod } from '@/server/kube/types';
import type { PodInput } from '@/server/model/cluster-types';
import { amountsFrom } from '@/server/model/quantity';
import { livesOf } from './lives';

/**
 * The containers of a pod that the model learns from.
 * @param withSidecars whether native sidecars are among them
 * @throws QuantityError
 */
export function modelContainers(pod: Pod, withSidecars: boolean): PodInput['containers'] {
  const lives = livesOf(pod);
  const ordinary = pod.spec.containers.length;
  return sizedContainers(pod.spec, withSidecars).map((container, index) => ({
    name: container.name,
    ...(index >= ordinary && { isSidecar: true }),
    requests: amountsFrom(container.resources?.requests),
    life: lives.get(container.name),
  }));
}
