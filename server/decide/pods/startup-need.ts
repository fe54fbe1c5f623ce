import type { PodSpec } from '../../objects/types';
import { RESOURCES, type Resource } from '../../objects/units';
import type { StartupNeed } from '../../words/startup-need';
import type { Both } from './money/price';
import { type PlannedAmount, phaseSums, podSum, statedOf } from './pod-sum';

type Stated = Pick<PodSpec, 'containers' | 'initContainers' | 'resources' | 'overhead'>;

/**
 * The init container of each resource that requests more, with the sidecars before it, than all that runs later: while
 * it does, lowering the others frees nothing. None where the pod states its own requests.
 * @param planned what the others would request
 * @throws QuantityError
 */
export function startupNeeds(spec: Stated, planned?: PlannedAmount): StartupNeed[] {
  return RESOURCES.flatMap((resource) => {
    if (spec.resources?.requests?.[resource] !== undefined) return [];
    const { running, starting, starts } = phaseSums(spec, 'requests', resource, planned);
    if (starting <= running) return [];
    const decisive = starts.find(({ together }) => together === starting);
    if (!decisive) return [];
    const { container, together } = decisive;
    const request = statedOf(container, 'requests', resource) ?? 0;
    const next = Math.max(running, ...starts.filter((one) => one !== decisive).map((one) => one.together));
    const most = Math.max(0, request - (together - next));
    return [{ container: container.name, resource, request, starting, running, most, frees: request - most }];
  });
}

/**
 * What the containers of a pod would request less together that the scheduler would not count less, since an init
 * container or the pod itself requests as much: millicores and bytes.
 * @throws QuantityError
 */
export function unfreed(spec: Stated, planned: PlannedAmount): Both {
  const of = (resource: Resource) => {
    const before = phaseSums(spec, 'requests', resource).running;
    const after = phaseSums(spec, 'requests', resource, planned).running;
    const counted = podSum(spec, 'requests', resource) - podSum(spec, 'requests', resource, planned);
    return Math.max(0, before - after - Math.max(0, counted));
  };
  return { cpu: of('cpu'), memory: of('memory') };
}
