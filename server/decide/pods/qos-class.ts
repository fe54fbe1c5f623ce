import { compareQuantities, parseQuantity } from '../../objects/quantity';
import type { PodSpec, ResourceRequirements } from '../../objects/types';
import { RESOURCES, type Resource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { amountStated, type PlannedAmount } from './pod-sum';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/**
 * The quality-of-service class of a pod, of what it states as a whole, or else of all its containers: Guaranteed if
 * each limits CPU and memory and requests exactly that, BestEffort if none states either. The API server refuses a
 * resize that would change it (Kubernetes 1.37, pkg/apis/core/v1/helper/qos, qos.go, `ComputePodQOS`).
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

interface Pair {
  request: number | undefined;
  limit: number | undefined;
  /** Whether they differ by less than a millicore or byte. */
  isUnlike?: boolean;
}
type Stated = Record<Resource, Pair>;

function amountsOf(
  own: ResourceRequirements | undefined,
  planned: (field: 'requests' | 'limits', resource: Resource) => number | undefined,
): Stated {
  const of = (resource: Resource): Pair => {
    const [request, limit] = [planned('requests', resource), planned('limits', resource)];
    return {
      request: request ?? amountStated(own?.requests, resource),
      limit: limit ?? amountStated(own?.limits, resource),
      isUnlike: request === undefined && limit === undefined && areUnlike(own, resource),
    };
  };
  return { cpu: of('cpu'), memory: of('memory') };
}

/** Whether a request and a limit differ at all: the API server compares them as they are written. */
function areUnlike(own: ResourceRequirements | undefined, resource: Resource): boolean {
  const [request, limit] = [own?.requests?.[resource], own?.limits?.[resource]];
  if (request === undefined || limit === undefined || request === limit) return false;
  return compareQuantities(parseQuantity(request), parseQuantity(limit)) !== 0;
}

/** A pod with limits that does not say what it requests gets what its containers do. */
function ofPod(
  resources: ResourceRequirements | undefined,
  all: readonly Stated[],
  planned: PlannedAmount,
): Stated {
  const own = amountsOf(resources, (field, resource) => planned(WHOLE_POD, field, resource));
  const of = (resource: Resource) => {
    const { request, limit, isUnlike } = own[resource];
    const isAsked = resources?.limits && all.some((one) => one[resource].request);
    return { request: request ?? (isAsked ? 1 : undefined), limit, isUnlike };
  };
  return { cpu: of('cpu'), memory: of('memory') };
}

function classOf(all: readonly Stated[]): QosClass {
  let isAsked = false;
  let isGuaranteed = true;
  for (const stated of all)
    for (const resource of RESOURCES) {
      const { request, limit, isUnlike } = stated[resource];
      if (request || limit) isAsked = true;
      if (!limit || isUnlike || (request !== undefined && request !== limit)) isGuaranteed = false;
    }
  if (!isAsked) return 'BestEffort';
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

function isSet(own: ResourceRequirements | undefined): boolean {
  return [own?.requests, own?.limits].some((list) => list && Object.keys(list).length > 0);
}
