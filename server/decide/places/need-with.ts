import { isNativeSidecar } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import type { Amounts } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { type PodDemand, requestedNeed } from './pod-need';

/**
 * What the pod, or its successor, takes of a node once it requests this.
 * @param requestsOf of a container, or of the pod as a whole; undefined if that stays as stated
 * @throws QuantityError
 */
export function needWith({ spec }: Pod, requestsOf: (container: string) => Amounts | undefined): PodDemand {
  return requestedNeed(
    spec,
    (container) =>
      // Init containers that end keep what they state.
      spec.initContainers?.includes(container) && !isNativeSidecar(container)
        ? undefined
        : requestsOf(container.name),
    requestsOf(WHOLE_POD),
  );
}
