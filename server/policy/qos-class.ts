import type { PodSpec, ResourceRequirements } from '../kube/types';
import { RESOURCES, type Resource } from '../model/units';
import { WHOLE_POD } from '../model/whole-pod';
import { amountStated, type PlannedAmount } from './pod-sum';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/**
 * The quality-of-service class of a pod, of what it states as a whole, or else of all its containers: Guaranteed if each
 * limits CPU and memory and requests exactly that, BestEffort if none states either. The API server refuses a resize
 * that would change it.
 * @param planned what containers are to state
 * @throws QuantityError
 */
export function podQos(
  {
    resources,
    containers,
    initContainers = [],
  }: Pick<PodSpec, 'containers' | 'initContainers' | 'resources'>,
  planned: PlannedAmount = () => undefined,
): QosClass {
  const all = [...initContainers, ...containers].map(({ name, resources: own }) =>
    amountsOf(own, (field, resource) => planned(name, field, resource)),
  );
  return classOf(isSet(resources) ? [ofPod(resources, all, planned)] : all);
}

type Stated = Record<Resource, { request: number | undefined; limit: number | undefined }>;

function amountsOf(
  own: ResourceRequirements | undefined,
  planned: (field: 'requests' | 'limits', resource: Resource) => number | undefined,
): Stated {
  const of = (resource: Resource) => ({
    request: planned('requests', resource) ?? amountStated(own?.requests, resource),
    limit: planned('limits', resource) ?? amountStated(own?.limits, resource),
  });
  return { cpu: of('cpu'), memory: of('memory') };
}

/** A pod with limits that does not say what it requests gets what its containers do. */
function ofPod(
  resources: ResourceRequirements | undefined,
  all: readonly Stated[],
  planned: PlannedAmount,
): Stated {
  const own = amountsOf(resources, (field, resource) => planned(WHOLE_POD, field, resource));
  const of = (resource: Resource) => {
    const { request, limit } = own[resource];
    const isAsked = resources?.limits && all.some((one) => one[resource].request);
    return { request: request ?? (isAsked ? 1 : undefined), limit };
  };
  return { cpu: of('cpu'), memory: of('memory') };
}

function classOf(all: readonly Stated[]): QosClass {
  let isAsked = false;
  let isGuaranteed = true;
  for (const stated of all)
    for (const resource of RESOURCES) {
      const { request, limit } = stated[resource];
      if (request || limit) isAsked = true;
      if (!limit || (request !== undefined && request !== limit)) isGuaranteed = false;
    }
  if (!isAsked) return 'BestEffort';
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

function isSet(own: ResourceRequirements | undefined): boolean {
  return [own?.requests, own?.limits].some((list) => list && Object.keys(list).length > 0);
}
