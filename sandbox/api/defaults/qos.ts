import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';

const QOS_RESOURCES = ['cpu', 'memory'];

type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/**
 * The quality-of-service class of a pod spec, by what it states as a whole, or else by its containers: Guaranteed if
 * every one limits CPU and memory and requests exactly that, BestEffort if none states either, else Burstable
 * (Kubernetes 1.37, pkg/apis/core/v1/helper/qos, qos.go, `ComputePodQOS`).
 */
export function qosClassOf(spec: JsonObject, same: (a: unknown, b: unknown) => boolean): QosClass {
  const containers = statesResources(spec)
    ? [spec]
    : [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')];
  let asked = false;
  let guaranteed = true;
  for (const container of containers) {
    const resources = isJsonObject(container.resources) ? container.resources : {};
    const requests = isJsonObject(resources.requests) ? resources.requests : {};
    const limits = isJsonObject(resources.limits) ? resources.limits : {};
    for (const name of QOS_RESOURCES) {
      if (isSet(requests[name]) || isSet(limits[name])) asked = true;
      const equal =
        isSet(limits[name]) && (requests[name] === undefined || same(requests[name], limits[name]));
      if (!equal) guaranteed = false;
    }
  }
  if (!asked) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function isSet(amount: unknown): boolean {
  return amount !== undefined && amount !== null && amount !== '0' && amount !== 0;
}

function statesResources({ resources }: JsonObject): boolean {
  if (!isJsonObject(resources)) return false;
  return [resources.requests, resources.limits].some(
    (list) => isJsonObject(list) && Object.keys(list).length > 0,
  );
}
