import type { PodInput } from '@/server/model/cluster-types';
import { amountsFrom } from '@/server/objects/quantity';
import { sizedContainers, statesWhole } from '@/server/objects/sized-containers';
import type { Pod } from '@/server/objects/types';
import { WHOLE_POD } from '@/server/objects/whole-pod';
import { livesOf } from './lives';

/**
 * The containers of a pod that the model learns from; after them the pod itself, if it states resources as a whole.
 * @param withSidecars whether native sidecars are among them
 * @throws QuantityError
 */
export function modelContainers(pod: Pod, withSidecars: boolean): PodInput['containers'] {
  const lives = livesOf(pod);
  const ordinary = pod.spec.containers.length;
  const containers = sizedContainers(pod.spec, withSidecars).map((container, index) => ({
    name: container.name,
    ...(index >= ordinary && { isSidecar: true }),
    requests: amountsFrom(container.resources?.requests),
    memoryLimit: amountsFrom(container.resources?.limits).memory,
    life: lives.get(container.name),
  }));
  if (!statesWhole(pod.spec)) return containers;
  return [...containers, { name: WHOLE_POD, requests: amountsFrom(pod.spec.resources?.requests) }];
}
