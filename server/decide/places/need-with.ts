import { resourceListFrom } from '../../objects/quantity';
import { withSizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import type { Amounts } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { type PodDemand, podNeed } from './pod-need';

/**
 * What the pod, or its successor, takes of a node once it requests this.
 * @param requestsOf of a container, or of the pod as a whole; undefined if that stays as stated
 * @throws QuantityError
 */
export function needWith(pod: Pod, requestsOf: (container: string) => Amounts | undefined): PodDemand {
  const spec = withSizedContainers(pod.spec, (container) => {
    const own = requestsOf(container.name);
    if (!own) return container;
    const requests = { ...container.resources?.requests, ...listOf(own) };
    return { ...container, resources: { ...container.resources, requests } };
  });
  const whole = requestsOf(WHOLE_POD);
  const requests = { ...spec.resources?.requests, ...(whole && listOf(whole)) };
  const sized = whole ? { ...spec, resources: { ...spec.resources, requests } } : spec;
  return podNeed({ ...pod, spec: sized, status: undefined });
}

function listOf({ cpu, memory }: Amounts) {
  return resourceListFrom({ cpu, memory });
}
